"""``python -m boardlab`` is the ``boardlab`` command."""

import sys

from boardlab.cli import main

sys.exit(main())
