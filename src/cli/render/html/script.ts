/**
 * The page's script, in the words of the browser: it draws the ways between the columns and makes the page work by keyboard. Without it everything
 * is still there to be read. A test type-checks it against the DOM.
 */
export const PAGE_SCRIPT = String.raw`
"use strict";
for (const article of document.querySelectorAll("article.organization")) {
  const board = article.querySelector(".board");
  if (board) start(article, board);
}

/** @param {Element} article @param {Element} board */
function start(article, board) {
  const svg = /** @type {SVGSVGElement} */ (board.querySelector(".ways"));
  const filter = /** @type {HTMLInputElement} */ (article.querySelector(".filter"));
  const found = /** @type {HTMLElement} */ (article.querySelector(".found"));
  const rows = /** @type {HTMLElement[]} */ ([...board.querySelectorAll(".row")]);
  const listed = /** @type {HTMLElement[]} */ ([...article.querySelectorAll(".untouched li")]);
  const unchanged = /** @type {HTMLDetailsElement | null} */ (article.querySelector(".untouched"));
  const items = /** @type {HTMLElement[]} */ ([...board.querySelectorAll(".project, .workspace")]);
  /** @type {Map<string, HTMLElement[]>} */
  const ends = new Map();
  for (const chip of items) {
    const way = chip.dataset.way;
    if (way !== undefined) ends.set(way, [...(ends.get(way) ?? []), chip]);
  }
  /** @type {{ x1: number, y1: number, x2: number, y2: number, ways: string[], warn: boolean }[]} */
  let lines = [];
  /** @type {Set<string>} */
  let active = new Set();
  let pending = false;

  // One stop for the tabulator; the arrows walk on.
  for (const item of items) item.tabIndex = -1;
  if (items[0]) items[0].tabIndex = 0;

  /** Where a way begins or ends: at its workspace, or at what that is folded into. @param {HTMLElement} chip */
  function anchorOf(chip) {
    const fold = chip.closest("details:not([open])");
    return fold ? /** @type {HTMLElement} */ (fold.querySelector("summary")) : chip;
  }

  function measure() {
    const origin = board.getBoundingClientRect();
    /** @type {Map<HTMLElement, Map<HTMLElement, string[]>>} */
    const bundles = new Map();
    for (const [way, [one, other]] of ends) {
      if (!one || !other) continue;
      const [before, after] = one.closest(".before") ? [one, other] : [other, one];
      const [from, to] = [anchorOf(before), anchorOf(after)];
      const bundle = bundles.get(from) ?? new Map();
      bundles.set(from, bundle);
      bundle.set(to, [...(bundle.get(to) ?? []), way]);
    }
    lines = [];
    for (const [from, bundle] of bundles) {
      const a = from.getBoundingClientRect();
      if (a.height === 0) continue;
      for (const [to, ways] of bundle) {
        const b = to.getBoundingClientRect();
        if (b.height === 0) continue;
        const left = /** @type {Element} */ (from.closest(".side")).getBoundingClientRect().right - origin.left;
        const right = /** @type {Element} */ (to.closest(".side")).getBoundingClientRect().left - origin.left;
        const warn = ways.some((way) => !ends.get(way)?.[0]?.classList.contains("member"));
        lines.push({ x1: left, y1: a.top + a.height / 2 - origin.top, x2: right, y2: b.top + b.height / 2 - origin.top, ways, warn });
      }
    }
    draw();
  }

  /** Only what begins or ends near what is seen: a page of thousands of ways stays quick. @param {boolean} [all] */
  function draw(all) {
    const top = -board.getBoundingClientRect().top - innerHeight;
    const bottom = top + 3 * innerHeight;
    const paths = lines.flatMap((line) => {
      const isActive = line.ways.some((way) => active.has(way));
      const isNear = (line.y1 > top && line.y1 < bottom) || (line.y2 > top && line.y2 < bottom);
      if (!all && !isActive && !isNear) return [];
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      const bend = (line.x2 - line.x1) / 2;
      path.setAttribute("d", "M" + line.x1 + " " + line.y1 + " C" + (line.x1 + bend) + " " + line.y1 + " " + (line.x2 - bend) + " " + line.y2 + " " + line.x2 + " " + line.y2);
      path.setAttribute("pathLength", "1");
      path.setAttribute("stroke-width", String(Math.min(14, 1.8 + Math.log2(line.ways.length) * 1.4)));
      path.setAttribute("class", (line.warn ? "warn " : "") + (isActive ? "active" : ""));
      return [path];
    });
    svg.replaceChildren(...paths);
  }

  /** @param {() => void} work */
  function soon(work) {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => { pending = false; work(); });
  }

  /** @param {Element | null} target */
  function highlight(target) {
    const chip = target?.closest(".workspace");
    const project = target?.closest(".project")?.closest(".row");
    const chips = chip ? [chip] : project ? [...project.querySelectorAll(".workspace")] : [];
    const ways = new Set(chips.map((it) => /** @type {HTMLElement} */ (it).dataset.way ?? ""));
    if (ways.size === 0 && active.size === 0) return;
    for (const way of active) for (const end of ends.get(way) ?? []) end.classList.remove("active");
    active = ways;
    for (const way of active) for (const end of ends.get(way) ?? []) end.classList.add("active");
    board.classList.toggle("has-active", active.size > 0);
    svg.classList.remove("fresh");
    draw();
  }

  /** @param {HTMLElement | undefined} item */
  function go(item) {
    if (!item) return;
    for (let fold = item.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    const row = item.closest(".row");
    if (row instanceof HTMLElement && row.hidden) { filter.value = ""; sift(); }
    for (const other of items) if (other.tabIndex === 0) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const box = item.getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 20) item.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  }

  /** The other end of a workspace's way; of a project, the same one on the other side. @param {HTMLElement} item */
  function counterpart(item) {
    const way = item.dataset.way;
    if (way !== undefined) return ends.get(way)?.find((end) => end !== item);
    const projects = /** @type {HTMLElement[]} */ ([...(item.closest(".row")?.querySelectorAll(".project") ?? [])]);
    return projects.find((project) => project !== item);
  }

  function sift() {
    const wanted = filter.value.trim().toLowerCase();
    /** @param {HTMLElement} it */
    const has = (it) => wanted === "" || (it.dataset.names ?? "").includes(wanted);
    let shown = 0;
    for (const row of rows) { row.hidden = !has(row); if (!row.hidden) shown += 1; }
    let rest = 0;
    for (const item of listed) { item.hidden = !has(item); if (!item.hidden) rest += 1; }
    if (unchanged && wanted !== "" && rest > 0 && rest <= 20) unchanged.open = true;
    for (const chip of items) {
      const isHit = wanted !== "" && chip.classList.contains("workspace") && (chip.querySelector(".name")?.textContent ?? "").toLowerCase().includes(wanted);
      chip.classList.toggle("hit", isHit);
      const fold = isHit ? chip.closest("details") : null;
      if (fold) fold.open = true;
    }
    found.textContent = wanted === "" ? "" : shown + " of " + rows.length + " changed projects" + (listed.length > 0 ? ", " + rest + " of " + listed.length + " unchanged" : "");
    const stop = items.find((item) => item.tabIndex === 0);
    if (!stop || stop.getClientRects().length === 0) {
      const next = items.find((item) => item.getClientRects().length > 0);
      if (stop && next) { stop.tabIndex = -1; next.tabIndex = 0; }
    }
    svg.classList.remove("fresh");
    measure();
  }

  board.addEventListener("focusin", (event) => highlight(/** @type {Element} */ (event.target)));
  board.addEventListener("focusout", () => highlight(null));
  board.addEventListener("pointerover", (event) => {
    const target = /** @type {Element} */ (event.target).closest(".project, .workspace");
    highlight(target ?? (board.contains(document.activeElement) ? document.activeElement : null));
  });
  board.addEventListener("pointerleave", () => highlight(board.contains(document.activeElement) ? document.activeElement : null));
  board.addEventListener("click", (event) => {
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".workspace"));
    if (item) go(counterpart(item));
  });
  board.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.altKey || event.ctrlKey || event.metaKey) return;
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".project, .workspace"));
    if (!item) return;
    const side = item.closest(".before") ? ".before" : ".after";
    const column = items.filter((other) => other.closest(side) && other.getClientRects().length > 0);
    const at = column.indexOf(item);
    const next = event.key === "ArrowDown" ? column[at + 1] : event.key === "ArrowUp" ? column[at - 1] : event.key === "Home" ? column[0]
      : event.key === "End" ? column[column.length - 1] : event.key === "ArrowLeft" || event.key === "ArrowRight" ? counterpart(item) : undefined;
    if (!next) return;
    event.preventDefault();
    go(next);
  });
  article.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest(".attention a");
    const row = link ? document.getElementById((link.getAttribute("href") ?? "").slice(1)) : null;
    const project = /** @type {HTMLElement | null} */ (row?.querySelector(".after .project") ?? row?.querySelector(".project") ?? null);
    if (project) setTimeout(() => go(project));
  });
  filter.addEventListener("input", sift);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { filter.value = ""; sift(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    filter.focus();
  });
  article.addEventListener("toggle", () => soon(measure), true);
  addEventListener("scroll", () => soon(() => draw()), { passive: true });
  addEventListener("beforeprint", () => { measure(); draw(true); });
  new ResizeObserver(() => soon(measure)).observe(board);
  svg.classList.add("fresh");
  setTimeout(() => svg.classList.remove("fresh"), 1200);
  measure();
}
`;
