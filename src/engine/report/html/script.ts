/**
 * The script of the page, for the browser. It draws the links between the columns, and adds filtering and keyboard
 * navigation. The page can be read without it. A test type-checks it against the DOM.
 */
export const PAGE_SCRIPT = String.raw`
"use strict";
for (const article of document.querySelectorAll("article.organization")) {
  const diagram = article.querySelector(".diagram");
  if (diagram) start(article, diagram);
}

/** @param {Element} article @param {Element} diagram */
function start(article, diagram) {
  const svg = /** @type {SVGSVGElement} */ (diagram.querySelector(".links"));
  const filter = /** @type {HTMLInputElement} */ (article.querySelector(".filter"));
  const found = /** @type {HTMLElement} */ (article.querySelector(".found"));
  const rows = /** @type {HTMLElement[]} */ ([...article.querySelectorAll(".row, .further-projects li")]);
  const listed = /** @type {HTMLElement[]} */ ([...article.querySelectorAll(".unchanged-projects li")]);
  const unchanged = /** @type {HTMLDetailsElement | null} */ (article.querySelector(".unchanged-projects"));
  const further = /** @type {HTMLDetailsElement | null} */ (article.querySelector(".further-projects"));
  const items = /** @type {HTMLElement[]} */ ([...diagram.querySelectorAll(".project, .route, summary")]);
  /** Both ends of each group of moves. @type {Map<string, HTMLElement[]>} */
  const ends = new Map();
  for (const bundle of /** @type {NodeListOf<HTMLElement>} */ (diagram.querySelectorAll(".bundle"))) {
    const link = bundle.dataset.link ?? "";
    ends.set(link, [...(ends.get(link) ?? []), bundle]);
  }
  /** What the filter finds. @type {Map<HTMLElement, string>} */
  const texts = new Map();
  /** @type {{ x1: number, y1: number, x2: number, y2: number, links: string[], count: number, warn: boolean }[]} */
  let lines = [];
  /** @type {Set<string>} */
  let active = new Set();
  let pending = false;

  // Only one item is in the tab order; the arrow keys move the focus.
  for (const item of items) item.tabIndex = -1;
  if (items[0]) items[0].tabIndex = 0;

  /** The end of a link: its moves, or the summary of the list that is collapsed. @param {HTMLElement} bundle */
  function anchorOf(bundle) {
    const fold = bundle.closest("details:not([open])");
    return /** @type {HTMLElement} */ ((fold ?? bundle).querySelector(fold ? "summary" : ".route"));
  }

  function measure() {
    const origin = diagram.getBoundingClientRect();
    /** @type {Map<HTMLElement, Map<HTMLElement, string[]>>} */
    const bundles = new Map();
    for (const [link, [one, other]] of ends) {
      if (!one || !other) continue;
      const [before, after] = one.closest(".before") ? [one, other] : [other, one];
      const [from, to] = [anchorOf(before), anchorOf(after)];
      const bundle = bundles.get(from) ?? new Map();
      bundles.set(from, bundle);
      bundle.set(to, [...(bundle.get(to) ?? []), link]);
    }
    lines = [];
    for (const [from, bundle] of bundles) {
      const a = from.getBoundingClientRect();
      if (a.height === 0) continue;
      for (const [to, links] of bundle) {
        const b = to.getBoundingClientRect();
        if (b.height === 0) continue;
        const left = /** @type {Element} */ (from.closest(".side")).getBoundingClientRect().right - origin.left;
        const right = /** @type {Element} */ (to.closest(".side")).getBoundingClientRect().left - origin.left;
        const warn = links.some((link) => !ends.get(link)?.[0]?.classList.contains("member"));
        const count = links.reduce((sum, link) => sum + Number(ends.get(link)?.[0]?.dataset.count), 0);
        const y1 = a.top + a.height / 2 - origin.top;
        const y2 = b.top + b.height / 2 - origin.top;
        lines.push({ x1: left, y1, x2: right, y2, links, count, warn });
      }
    }
    draw();
  }

  /** Draws only links near the viewport, because there may be thousands. @param {boolean} [all] */
  function draw(all) {
    const top = -diagram.getBoundingClientRect().top - innerHeight;
    const bottom = top + 3 * innerHeight;
    const paths = lines.flatMap((line) => {
      const isActive = line.links.some((link) => active.has(link));
      const isNear = (line.y1 > top && line.y1 < bottom) || (line.y2 > top && line.y2 < bottom);
      if (!all && !isActive && !isNear) return [];
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      const bend = (line.x2 - line.x1) / 2;
      const curve = [line.x1 + bend, line.y1, line.x2 - bend, line.y2, line.x2, line.y2];
      path.setAttribute("d", "M" + line.x1 + " " + line.y1 + " C" + curve.join(" "));
      path.setAttribute("pathLength", "1");
      path.setAttribute("stroke-width", String(Math.min(14, 1.8 + Math.log2(line.count) * 1.2)));
      path.setAttribute("class", (line.warn ? "warn " : "") + (isActive ? "active" : ""));
      return [path];
    });
    svg.replaceChildren(...paths);
  }

  /** @param {() => void} work */
  function schedule(work) {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => { pending = false; work(); });
  }

  /** @param {Element | null} target */
  function highlight(target) {
    const bundle = target?.closest(".bundle");
    const project = target?.closest(".project")?.closest(".row");
    const bundles = bundle ? [bundle] : project ? [...project.querySelectorAll(".bundle")] : [];
    const links = new Set(bundles.map((it) => /** @type {HTMLElement} */ (it).dataset.link ?? ""));
    if (links.size === 0 && active.size === 0) return;
    for (const link of active) for (const end of ends.get(link) ?? []) end.classList.remove("active");
    active = links;
    for (const link of active) for (const end of ends.get(link) ?? []) end.classList.add("active");
    diagram.classList.toggle("has-active", active.size > 0);
    svg.classList.remove("fresh");
    draw();
  }

  /** @param {HTMLElement | undefined} item */
  function focusItem(item) {
    if (!item) return;
    // A summary is visible while its own list is closed.
    const inside = item.matches("summary") ? item.parentElement?.parentElement : item;
    for (let fold = inside?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
    const row = item.closest(".row");
    if (row instanceof HTMLElement && row.hidden) { filter.value = ""; applyFilter(); }
    for (const other of items) if (other.tabIndex === 0) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const box = item.getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 20) {
      item.scrollIntoView({ block: "center", behavior: reducedMotion ? "auto" : "smooth" });
    }
  }

  /** The other end of a link, or the project on the other side. @param {HTMLElement} item */
  function counterpart(item) {
    const bundle = /** @type {HTMLElement | null} */ (item.closest(".bundle"));
    const other = bundle ? ends.get(bundle.dataset.link ?? "")?.find((end) => end !== bundle) : undefined;
    if (other) return /** @type {HTMLElement} */ (other.querySelector(".route"));
    const projects = /** @type {HTMLElement[]} */ ([...(item.closest(".row")?.querySelectorAll(".project") ?? [])]);
    return projects.find((project) => project !== item);
  }

  /** Opens the list of further projects, if a link leads there; the browser follows it. @param {Element} anchor */
  function revealListed(anchor) {
    const target = document.getElementById((anchor.getAttribute("href") ?? "").slice(1));
    if (!further || !target || !further.contains(target)) return false;
    if (target.hidden) { filter.value = ""; applyFilter(); }
    further.open = true;
    return true;
  }

  /** The names of projects and workspaces in a row or an item of a list. @param {HTMLElement} element */
  function textOf(element) {
    const known = texts.get(element);
    if (known !== undefined) return known;
    const parts = element.matches(".row") ? [...element.querySelectorAll(".project, .names")] : [element];
    const text = parts.map((part) => part.textContent ?? "").join("\n").toLowerCase();
    texts.set(element, text);
    return text;
  }

  /** Marks what was found, where the browser can. @param {string} wanted @param {Element[]} places */
  function mark(wanted, places) {
    if (!("highlights" in CSS)) return;
    /** @type {Range[]} */
    const ranges = [];
    for (const place of places) {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && ranges.length < 500; node = walker.nextNode()) {
        const text = (node.textContent ?? "").toLowerCase();
        // In some alphabets the lower case has more characters.
        if (text.length !== node.textContent?.length) continue;
        for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  function applyFilter() {
    const wanted = filter.value.trim().toLowerCase();
    /** @param {HTMLElement} it */
    const has = (it) => wanted === "" || textOf(it).includes(wanted);
    let shown = 0;
    let inList = 0;
    for (const row of rows) {
      row.hidden = !has(row);
      if (row.hidden) continue;
      shown += 1;
      if (!row.matches(".row")) inList += 1;
    }
    if (further && wanted !== "" && inList > 0 && inList <= 20) further.open = true;
    let rest = 0;
    for (const item of listed) { item.hidden = !has(item); if (!item.hidden) rest += 1; }
    if (unchanged && wanted !== "" && rest > 0 && rest <= 20) unchanged.open = true;
    /** @type {Element[]} */
    const places = [];
    for (const row of wanted === "" ? [] : rows) {
      if (row.hidden) continue;
      for (const names of row.querySelectorAll(".project, .names")) {
        if (!(names.textContent ?? "").toLowerCase().includes(wanted)) continue;
        places.push(names);
        // Lists of what was found are opened, unless they are many.
        if (shown > 20 || names.matches(".project")) continue;
        for (let fold = names.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
          fold.open = true;
        }
      }
    }
    mark(wanted, places);
    const others = listed.length > 0 ? ", " + rest + " of " + listed.length + " unchanged" : "";
    found.textContent = wanted === "" ? "" : shown + " of " + rows.length + " changed projects" + others;
    const stop = items.find((item) => item.tabIndex === 0);
    if (!stop || stop.getClientRects().length === 0) {
      const next = items.find((item) => item.getClientRects().length > 0);
      if (stop && next) { stop.tabIndex = -1; next.tabIndex = 0; }
    }
    svg.classList.remove("fresh");
    measure();
  }

  diagram.addEventListener("focusin", (event) => highlight(/** @type {Element} */ (event.target)));
  diagram.addEventListener("focusout", () => highlight(null));
  diagram.addEventListener("pointerover", (event) => {
    const target = /** @type {Element} */ (event.target).closest(".project, .bundle");
    highlight(target ?? (diagram.contains(document.activeElement) ? document.activeElement : null));
  });
  diagram.addEventListener("pointerleave", () => {
    highlight(diagram.contains(document.activeElement) ? document.activeElement : null);
  });
  diagram.addEventListener("click", (event) => {
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".route"));
    if (item && revealListed(item)) return;
    const other = item && counterpart(item);
    if (!other) return;
    event.preventDefault();
    focusItem(other);
  });
  diagram.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    const item = /** @type {HTMLElement | null} */ (target.closest(".project, .route, summary"));
    if (!item) return;
    const side = item.closest(".before") ? ".before" : ".after";
    const column = items.filter((other) => other.closest(side) && other.getClientRects().length > 0);
    const at = column.indexOf(item);
    const next =
      event.key === "ArrowDown" ? column[at + 1]
      : event.key === "ArrowUp" ? column[at - 1]
      : event.key === "Home" ? column[0]
      : event.key === "End" ? column[column.length - 1]
      : event.key === "ArrowLeft" || event.key === "ArrowRight" ? counterpart(item)
      : undefined;
    if (!next) return;
    event.preventDefault();
    focusItem(next);
  });
  article.addEventListener("click", (event) => {
    const anchor = /** @type {Element} */ (event.target).closest(".warnings a, .to-project");
    if (anchor && revealListed(anchor)) return;
    const row = anchor ? document.getElementById((anchor.getAttribute("href") ?? "").slice(1)) : null;
    const project = /** @type {HTMLElement | null} */ (
      row?.querySelector(".after .project") ?? row?.querySelector(".project") ?? null
    );
    if (project) setTimeout(() => focusItem(project));
  });
  filter.addEventListener("input", applyFilter);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { filter.value = ""; applyFilter(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    filter.focus();
  });
  article.addEventListener("toggle", () => schedule(measure), true);
  addEventListener("scroll", () => schedule(() => draw()), { passive: true });
  addEventListener("beforeprint", () => { measure(); draw(true); });
  new ResizeObserver(() => schedule(measure)).observe(diagram);
  svg.classList.add("fresh");
  setTimeout(() => svg.classList.remove("fresh"), 1200);
  measure();
}
`;
