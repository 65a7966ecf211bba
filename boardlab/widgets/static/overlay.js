// The layer over the board that takes the input, and the panel beside it.
//
// What is shown follows from the model's traits and from a few things that belong to this view alone: the cell
// under the pointer, and the form of the piece in hand. What a person wants is sent as a message with the ply at
// which it was wanted; every message is answered by a new serial in `status`.

const ANSWER_MS = 4000;
const BOUNCE_MS = 250, BOUNCE_PX = 30; // two taps as close as this are one
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const GONE = 0, STUCK = 2, HELD = 3, BARRED = 4; // states of an item
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

let views = 0;

// ---- small things

/** Make an element. Texts go in as text, never as HTML, so no name can do harm. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Squares for cells, given as [column, row from the top]. */
const squares = (cells, inset = 0) =>
  cells.map(([x, y]) => `M${x + inset} ${y + inset}h${1 - 2 * inset}v${1 - 2 * inset}h${2 * inset - 1}z`).join("");

/** The edge of a set of cells, as a path without the lines between them. */
function edge(cells) {
  const inside = new Set(cells.map(([x, y]) => `${x},${y}`)), has = (x, y) => inside.has(`${x},${y}`);
  return cells.map(([x, y]) =>
    (has(x, y - 1) ? "" : `M${x} ${y}h1`) + (has(x, y + 1) ? "" : `M${x} ${y + 1}h1`) +
    (has(x - 1, y) ? "" : `M${x} ${y}v1`) + (has(x + 1, y) ? "" : `M${x + 1} ${y}v1`)).join("");
}

/** A piece as a picture, with something written on its first cell; `most` cells are as wide as the picture. */
function icon({ cells, mark, ink }, most) {
  const columns = cells.map(c => c[0]), top = Math.max(...cells.map(c => c[1]));
  const wide = Math.max(...columns) + 1, high = top + 1, side = most + .4;
  const drawn = cells.map(([x, y]) => [x, top - y]);
  return svg("svg", { viewBox: `${(wide - side) / 2} ${(high - side) / 2} ${side} ${side}`, "aria-hidden": "true" },
    svg("path", { class: "bl-fill", d: squares(drawn) }), svg("path", { class: "bl-joint", d: squares(drawn) }),
    svg("path", { class: "bl-edge", d: edge(drawn) }),
    ...(mark ? [svg("text", { class: "bl-mark", x: drawn[0][0] + .5, y: drawn[0][1] + .52, fill: ink }, mark)] : []));
}

const chip = side => {
  const element = make("span", { className: "bl-chip" });
  element.style.background = side.fill;
  return element;
};

/** Put children in place of the old ones, but only if what they are made from has changed. */
function refill(element, source, children) {
  const text = JSON.stringify(source);
  if (element.source === text) return false;
  element.source = text;
  element.replaceChildren(...children());
  return true;
}

function select(choices, pick, properties) {
  const element = make("select", properties, ...choices.map(text => make("option", { textContent: text })));
  element.selectedIndex = pick;
  return element;
}

/** Make a group of buttons one stop for Tab; arrows move inside it. */
function rove(group, home) {
  const buttons = [...group.querySelectorAll("button")];
  const stop = buttons.includes(document.activeElement) ? document.activeElement : home ?? buttons.find(b => !b.disabled);
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

// ---- the view

function render({ model, el }) {
  const get = name => model.get(name), words = get("words");
  const me = `v${++views}-${Math.random().toString(36).slice(2, 8)}`;
  let width = 1, height = 1; // of the board, in cells
  let at = null;             // the cell under the pointer or the cursor, x + width * y, counted from the bottom left
  let byKey = false;         // whether the keyboard has put it there
  let aimed = false;         // whether a finger has put it there, to be confirmed by a second tap
  let form = 0;              // of the piece in hand
  let tapped = { time: -Infinity, x: 0, y: 0 }; // the last click on the board
  let timer;                 // until an answer is overdue
  let awaiting = false;      // whether one is
  let later = [];            // what to send when it has come

  // ---- what there is
  const under = svg("g"), ghost = svg("path", { class: "bl-ghost" }), rim = svg("path", { class: "bl-rim" });
  const cursor = svg("rect", { class: "bl-cursor", width: 1, height: 1 });
  const picture = svg("svg", { "aria-hidden": "true" }, under, ghost, rim, cursor);
  const rows = make("div", { className: "bl-rows", "aria-hidden": "true" });
  const columns = make("div", { className: "bl-columns", "aria-hidden": "true" });
  const edges = make("div", { "aria-hidden": "true" });
  const board = make("div", {
    className: "bl-board", tabIndex: 0, role: "application", "aria-roledescription": words.board, "aria-describedby": `${me}-help`,
  }, picture, rows, columns, edges);

  const button = (act, label = words[act]) => make("button", { type: "button", textContent: label, "data-do": act });
  const headline = make("strong"), who = make("span"), turnChip = make("span", { className: "bl-chip bl-big" });
  const stop = button("stop"), go = button("go"), here = button("here");
  here.classList.add("bl-main");
  go.classList.add("bl-main");
  const status = make("p", { className: "bl-status", role: "status" });
  const handTools = make("div", { className: "bl-group", role: "group", "aria-label": words.hand },
    button("turn"), button("flip"), button("back"));
  const pastTools = make("div", { className: "bl-group", role: "group", "aria-label": words.moves }, button("undo"), button("redo"));
  const tools = make("div", { className: "bl-tools" }, handTools, pastTools);
  const tray = make("div", { className: "bl-tray", role: "toolbar", "aria-label": words.tray });
  const scores = make("tbody");
  const heads = ["side", "player", "left", "score"].map(word => make("th", { scope: "col", textContent: words[word] }));
  const moves = make("ol", { className: "bl-moves" });
  const setup = make("form", { className: "bl-setup" });
  const spoken = make("div", { className: "bl-spoken", "aria-live": "polite" });
  const fold = (title, ...inside) => make("details", {}, make("summary", { textContent: title }), ...inside);
  const side = make("div", { className: "bl-side" },
    make("div", { className: "bl-turn" }, turnChip, make("div", { className: "bl-headline" }, headline, who), here, stop, go),
    status, tools, tray,
    make("table", { className: "bl-scores", "aria-label": words.scores }, make("thead", {}, make("tr", {}, ...heads)), scores),
    fold(words.moves, moves), fold(words.new, setup),
    fold(words.keys, make("p", { id: `${me}-help`, textContent: words.help })), spoken);
  el.classList.add("bl");
  el.replaceChildren(board, side);

  // ---- what is sent
  function send(kind, parts = {}) {
    clearTimeout(timer);
    awaiting = true;
    timer = setTimeout(() => {
      awaiting = false;
      later = [];
      showStatus(words.silent, "error");
    }, ANSWER_MS);
    try {
      model.send({ kind, ply: get("view").ply ?? 0, ...parts });
    } catch {
      clearTimeout(timer);
      awaiting = false;
      showStatus(words.cut, "error");
    }
  }

  /** Undo and redo mean whatever position there is then, so that one may press U three times on a slow line. */
  function step(kind) {
    if (awaiting) later.push(kind); else send(kind);
  }

  function answered() {
    clearTimeout(timer);
    awaiting = false;
    const { text, tone } = get("status");
    showStatus(text, tone);
    if (later.length) send(later.shift());
  }

  const hand = () => get("hand").key ?? null;
  const way = () => get("hand").forms?.[form];

  function play(cell) {
    if (cell === null) return;
    aimed = false;
    send("cell", { cell, form: way() ? form : 0, hand: hand() });
  }

  function orient(table) {
    if (!way() || hand() === null) return;
    form = get("hand")[table][form];
    showGhost();
    speak(`${words.way} ${form + 1} ${words.of} ${get("hand").forms.length}`);
    send("orient", { form, by: me, hand: hand() });
  }

  const ACTS = {
    turn: () => orient("turn"), flip: () => orient("flip"), back: () => hand() !== null && send("back"),
    undo: () => step("undo"), redo: () => step("redo"), stop: () => send("stop"), go: () => send("go"), here: () => play(at),
  };
  const KEYS = { r: ACTS.turn, f: ACTS.flip, u: ACTS.undo, y: ACTS.redo, Escape: ACTS.back };

  // ---- what is shown
  const speak = text => { spoken.textContent = text; };
  const name = cell => `${LETTERS[cell % width] ?? `${cell % width + 1}/`}${Math.floor(cell / width) + 1}`;
  const fits = cell => !!way() && !!(parseInt(way().ok[cell >> 2], 16) >> (cell & 3) & 1);
  const spot = (cell, [dx, dy] = [0, 0]) => [cell % width + dx, height - 1 - Math.floor(cell / width) - dy];
  const covers = (cell, other) => !!way() && way().cells.some(step => `${spot(cell, step)}` === `${spot(other)}`);

  function showStatus(text, tone) {
    status.textContent = text;
    status.dataset.tone = tone;
  }

  function showGhost() {
    const shown = at !== null && way() && !get("view").thinking, cells = shown ? way().cells.map(step => spot(at, step)) : [];
    ghost.setAttribute("d", squares(cells));
    rim.setAttribute("d", edge(cells));
    picture.style.setProperty("--bl-fill", get("hand").fill || (get("view").sides ?? [])[get("view").turn]?.fill || "#888");
    picture.classList.toggle("bl-bad", !!shown && !fits(at));
    cursor.style.display = at !== null && byKey ? "" : "none";
    if (at !== null) {
      cursor.setAttribute("x", spot(at)[0]);
      cursor.setAttribute("y", spot(at)[1]);
    }
    here.hidden = !aimed;
    here.disabled = !shown;
  }

  function showBoard() {
    const { width: w, height: h, label } = get("board");
    if (!w || !h) return;
    if (w !== width || h !== height) at = null;
    [width, height] = [w, h];
    el.style.setProperty("--bl-size", `${get("size")}px`);
    el.style.setProperty("--bl-scale", Math.min(1.5, Math.max(1, get("size") / 620))); // letters for a projector
    el.style.setProperty("--bl-ratio", `${w} / ${h}`);
    board.setAttribute("aria-label", label);
    picture.setAttribute("viewBox", `0 0 ${w} ${h}`);
    const span = text => make("span", { textContent: text });
    refill(rows, h, () => Array.from({ length: h }, (_, y) => span(h - y)));
    refill(columns, w, () => Array.from({ length: w }, (_, x) => span(LETTERS[x] ?? x + 1)));
    const scales = get("board").scales ?? [];
    el.dataset.scales = scales.length;
    refill(edges, scales, () => scales.flatMap(({ fill, ink, mark, rows, columns }, i) => {
      const bands = [make("div", { className: "bl-tens" }, ...[...rows].reverse().map(span)), make("div", { className: "bl-ones" }, ...columns.map(span)),
        make("div", { className: "bl-corner", textContent: mark })];
      for (const band of bands) {
        band.classList.add(i ? "bl-second" : "bl-first");
        band.style.background = fill;
        band.style.color = ink;
      }
      return bands;
    }));
  }

  function showTray() {
    const items = get("tray"), states = get("items"), focused = document.activeElement?.dataset?.key;
    const inside = tray.contains(document.activeElement);
    const most = Math.max(1.6, ...items.flatMap(item => item.cells.flat().map(step => step + 1)));
    const made = refill(tray, items, () => items.map(item => make("button", { type: "button", "data-key": item.key, className: item.mark ? "bl-lettered" : "" },
      ...(item.cells.length ? [icon(item, most)] : [make("span", { textContent: item.label })]), make("small"))));
    const buttons = [...tray.children];
    buttons.forEach((b, i) => {
      const [state, note, why] = states[i] ?? [GONE, "", ""], { label, fill } = items[i];
      b.disabled = state === GONE;
      b.classList.toggle("bl-stuck", state === STUCK);
      b.classList.toggle("bl-barred", state === BARRED);
      b.setAttribute("aria-pressed", state === HELD);
      const more = [typeof note === "number" ? `${note} ${words.left}` : "", why || (state === GONE ? words.gone : state === STUCK ? words.stuck : "")];
      b.title = [label, ...more].filter(Boolean).join(", ");
      b.setAttribute("aria-label", b.title);
      b.lastChild.textContent = note;
      if (fill) b.style.setProperty("--bl-fill", fill);
    });
    if (made && inside) (buttons.find(b => b.dataset.key === focused) ?? board).focus({ preventScroll: true });
    rove(tray, buttons.find((b, i) => states[i]?.[0] === HELD));
    tray.hidden = !items.length || states.every(([state]) => state === GONE);
  }

  function showView() {
    const view = get("view");
    if (!view.sides) return;
    const active = view.sides[view.turn];
    headline.textContent = view.headline;
    who.textContent = view.who;
    turnChip.hidden = !active;
    turnChip.style.background = active?.fill ?? "";
    el.style.setProperty("--bl-fill", active?.fill ?? "#888");
    el.style.setProperty("--bl-ink", active?.ink ?? "#000");
    stop.hidden = !view.thinking;
    go.hidden = !view.waiting;
    handTools.hidden = view.over;
    board.setAttribute("aria-busy", view.thinking);
    el.classList.toggle("bl-thinking", view.thinking);
    for (const b of tools.querySelectorAll("button")) {
      const act = b.dataset.do;
      b.disabled = act === "undo" ? !view.undo : act === "redo" ? !view.redo : hand() === null;
    }
    for (const b of handTools.children) {
      if (b.dataset.do === "turn" || b.dataset.do === "flip") b.disabled ||= (get("hand").forms?.length ?? 0) < 2;
    }
    showScores(view);
    const ply = view.ply;
    [...moves.children].forEach((li, i) => {
      const b = li.firstChild;
      b.classList.toggle("bl-future", i >= ply);
      if (i === ply - 1) b.setAttribute("aria-current", "step"); else b.removeAttribute("aria-current");
    });
  }

  /** One row a seat; where sides are not seats, a row for each of them below. */
  function showScores(view) {
    const of = seat => view.sides.filter(s => s.seat === seat), single = view.sides.length === view.seats.length;
    const names = [view.sides.map(s => [s.name, s.fill, s.seat]), view.seats.map(s => s.choices)];
    const count = () => make("td", { className: "bl-left" }), score = () => make("td", { className: "bl-score" });
    const title = s => [chip(s), make("span", { className: "bl-name", textContent: s.name })];
    refill(scores, names, () => [
      ...view.seats.map((seat, i) => make("tr", {},
        make("th", { scope: "row" }, ...(single ? of(i).flatMap(title) : [`${words.player} ${i + 1}`])),
        make("td", {}, select(seat.choices, seat.pick, { "data-seat": i, "aria-label": `${words.plays} ${of(i).map(s => s.name).join(", ")}` })),
        count(), score())),
      ...(single ? [] : view.sides.map(s => make("tr", { className: "bl-part" },
        make("th", { scope: "row" }, ...title(s)), make("td", { textContent: s.seat === null ? words.shared : `${words.player} ${s.seat + 1}` }), count(), score()))),
    ]);
    const fill = (row, left, points, on, tag) => {
      row.classList.toggle("bl-active", on);
      row.querySelector(".bl-left").textContent = tag || (left ?? "");
      row.querySelector(".bl-score").textContent = points;
    };
    const sum = sides => sides.some(s => s.left === null) ? null : sides.reduce((n, s) => n + s.left, 0);
    view.seats.forEach((seat, i) => {
      const row = scores.children[i], sides = of(i);
      row.querySelector("select").selectedIndex = seat.pick;
      row.classList.toggle("bl-winner", view.winners.includes(i));
      fill(row, sum(sides), seat.score, single && sides.some(s => s.active), single && sides.some(s => s.skipped) && words.skipped);
    });
    if (!single) view.sides.forEach((s, i) => fill(scores.children[view.seats.length + i], s.left, s.score, s.active, s.skipped && words.skipped));
  }

  function showMoves() {
    const list = get("moves"), sides = get("view").sides ?? [];
    const seen = moves.contains(document.activeElement);
    if (!refill(moves, [list, sides.map(s => s.fill)], () => list.map(([turn, text], i) => make("li", {},
      make("button", { type: "button", title: text, "data-to": i + 1 }, make("small", { textContent: i + 1 }),
        ...(sides[turn] ? [chip(sides[turn])] : []), make("span", { textContent: text })))))) return;
    moves.parentElement.firstChild.textContent = list.length ? `${words.moves} (${list.length})` : words.moves;
    rove(moves, moves.lastChild?.firstChild);
    if (seen) moves.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    moves.scrollTop = moves.scrollHeight;
  }

  function showSetup() {
    const { fields = [], seats = [] } = get("setup"), at = [...setup.elements].indexOf(document.activeElement);
    const row = (kind, { label, choices, pick }) => make("label", {}, make("span", { textContent: label }), select(choices, pick, { "data-part": kind }));
    if (!refill(setup, [fields, seats], () => [...fields.map(f => row("picks", f)), ...seats.map(s => row("seats", s)),
      make("button", { type: "submit", className: "bl-main", textContent: words.begin })])) return;
    if (at >= 0) setup.elements[Math.min(at, setup.elements.length - 1)]?.focus({ preventScroll: true });
  }

  // ---- pointer: a hover is the browser's own affair; `click` comes once, for a tap too, and not after a scroll
  function move(cell, key = false) {
    if (cell === at && key === byKey) return;
    [at, byKey] = [cell, key];
    showGhost();
  }
  const within = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  function cellAt(event) {
    const box = board.getBoundingClientRect();
    const x = within((event.clientX - box.left) / box.width, width), y = within((event.clientY - box.top) / box.height, height);
    return x + width * (height - 1 - y);
  }
  board.addEventListener("pointermove", event => { if (event.pointerType !== "touch") { aimed = false; move(cellAt(event)); } });
  // On touch, `pointerleave` comes before `click`.
  board.addEventListener("pointerleave", event => { if (!byKey && event.pointerType !== "touch") move(null); });
  // A click has whole pixels only; what is played is the cell that the ghost was shown on.
  board.addEventListener("pointerdown", event => { if (event.pointerType !== "touch") move(cellAt(event)); });
  board.addEventListener("click", event => {
    board.focus({ preventScroll: true });
    const touch = event.pointerType === "touch", cell = touch || at === null ? cellAt(event) : at;
    const near = Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < BOUNCE_PX;
    const bounced = touch ? near && event.timeStamp - tapped.time < BOUNCE_MS : event.detail > 1;
    tapped = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (bounced) return; // the second half of a double click
    // A finger sees no ghost before it taps, and hides what is under it: the first tap shows, the second plays.
    const small = board.getBoundingClientRect().width / width < 24;
    if (touch && way() && (small || way().cells.length > 1) && !(aimed && at !== null && (cell === at || covers(at, cell)))) {
      aimed = true;
      at = null;
      move(cell);
      speak(`${name(cell)}, ${fits(cell) ? words.fits : words.bad}`);
    } else {
      const target = touch && aimed && at !== null ? at : cell;
      if (touch) { aimed = false; move(null); } else move(cell);
      play(target);
    }
  });

  // ---- keys. They are caught at the window, because Notebook 7 takes its shortcuts (r: raw cell) at the document,
  // before they reach an element. Tab, and anything with Ctrl, Alt, Meta or Shift+Enter, passes.
  function boardKey(event, key) {
    if (STEP[key]) {
      const from = at ?? Math.floor(width / 2) + width * Math.floor(height / 2), [dx, dy] = at === null ? [0, 0] : STEP[key];
      const x = Math.min(width - 1, Math.max(0, from % width + dx)), y = Math.min(height - 1, Math.max(0, Math.floor(from / width) + dy));
      aimed = false;
      move(x + width * y, true);
      speak(`${name(at)}${way() ? `, ${fits(at) ? words.fits : words.bad}` : ""}`);
    } else if (key === "Enter" || key === " ") {
      if (!event.repeat) play(at);
    } else return false;
    return true;
  }
  function groupKey(event) {
    const group = event.target.closest(".bl-tray, .bl-moves");
    const buttons = group ? [...group.querySelectorAll("button:not(:disabled)")] : [], i = buttons.indexOf(event.target);
    const to = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: -1 }[event.key];
    if (i < 0 || to === undefined) return false;
    buttons.at(to % buttons.length).focus();
    rove(group);
    return true;
  }
  function onKey(event) {
    if (!el.contains(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab" || event.shiftKey && event.key === "Enter") return;
    event.stopImmediatePropagation();
    if (event.target.matches("select, input, textarea")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    let done = event.target === board ? boardKey(event, key) : groupKey(event);
    if (!done && key === "?") {
      const help = side.querySelector("details:last-of-type");
      help.open = !help.open;
      done = true;
    } else if (!done && KEYS[key]) {
      if (!event.repeat) KEYS[key]();
      done = true;
    }
    if (done) event.preventDefault();
  }
  window.addEventListener("keydown", onKey, true);
  board.addEventListener("blur", () => { if (byKey) move(null); });

  // ---- the panel
  side.addEventListener("click", event => {
    const pressed = event.target.closest("button");
    if (!pressed) return;
    const { do: act, key, to } = pressed.dataset;
    if (act) ACTS[act]();
    else if (to) send("goto", { to: Number(to) });
    else if (key !== undefined) {
      send("item", { key, hand: hand() });
      if (!event.detail) board.focus(); // by keyboard: on to the board
    }
  });
  const chosen = kind => [...setup.querySelectorAll(`[data-part=${kind}]`)].map(s => s.selectedIndex);
  side.addEventListener("change", event => {
    const { part, seat } = event.target.dataset;
    if (part) send("setup", { picks: chosen("picks"), seats: chosen("seats") });
    else if (seat) send("seat", { seat: Number(seat), pick: event.target.selectedIndex });
  });
  setup.addEventListener("submit", event => {
    event.preventDefault();
    setup.parentElement.open = false;
    send("new");  // of what the form was last set to, which the kernel has been told
    board.focus();  // and bring it into view, which the form may have pushed away
  });

  // ---- the canvas below is for the eyes only
  const still = () => el.parentElement?.querySelectorAll(":scope > canvas").forEach(canvas => {
    canvas.inert = true;
    canvas.tabIndex = -1;
    canvas.setAttribute("aria-hidden", "true");
  });
  const arrivals = new MutationObserver(still);
  const attached = new ResizeObserver(() => {
    still();
    arrivals.disconnect();
    if (el.parentElement) arrivals.observe(el.parentElement, { childList: true });
  });
  attached.observe(el);

  // ---- from the model to what is shown
  function takeForm() {
    const facing = get("facing");
    if (facing.by !== me) form = facing.form; // this view's own turns are shown already
  }
  function showHand() {
    form = get("facing").form;
    aimed = false;
    showGhost();
    showView();
  }
  const on = {
    "change:board": () => { showBoard(); showGhost(); },
    "change:size": showBoard,
    "change:tray": showTray, "change:items": showTray,
    "change:hand": showHand,
    "change:facing": () => { takeForm(); showGhost(); },
    "change:view": () => { showView(); showMoves(); showGhost(); },
    "change:moves": () => { showMoves(); showView(); },
    "change:setup": showSetup,
    "change:status": answered,
    "change:scene": () => { under.innerHTML = get("scene"); }, // made by boardlab.render, which escapes all texts
  };
  for (const [event, show] of Object.entries(on)) model.on(event, show);
  for (const show of Object.values(on)) show();
  return () => {
    for (const [event, show] of Object.entries(on)) model.off(event, show);
    window.removeEventListener("keydown", onKey, true);
    clearTimeout(timer);
    arrivals.disconnect();
    attached.disconnect();
  };
}

export default { render };
