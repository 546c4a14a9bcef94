/*
 * The script of the page of a plan. It draws the links between the columns, and adds filtering and keyboard navigation.
 * The page can be read without it.
 */

for (const article of document.querySelectorAll("article.organization")) {
  const diagram = article.querySelector<HTMLElement>(".diagram");
  if (diagram) start(article, diagram);
}

/** The line between the ends of a link, or of several that begin and end at collapsed lists. */
interface Line {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly links: readonly string[];
  readonly count: number;
  readonly warn: boolean;
}

/** An element that the page has. */
function existing<E>(element: E | null): E {
  if (element === null) throw new Error("The page is incomplete.");
  return element;
}

function linkOf({ dataset }: HTMLElement): string {
  return dataset["link"] ?? "";
}

function targetOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : null;
}

function start(article: Element, diagram: HTMLElement): void {
  const svg = existing(diagram.querySelector<SVGSVGElement>(".links"));
  const filter = existing(article.querySelector<HTMLInputElement>(".filter"));
  const found = existing(article.querySelector<HTMLElement>(".found"));
  const rows = [...article.querySelectorAll<HTMLElement>(".row, .further-projects li")];
  const listed = [...article.querySelectorAll<HTMLElement>(".unchanged-projects li")];
  const unchanged = article.querySelector<HTMLDetailsElement>(".unchanged-projects");
  const further = article.querySelector<HTMLDetailsElement>(".further-projects");
  const items = [...diagram.querySelectorAll<HTMLElement>(".project, .route, summary")];
  /** Both ends of each group of moves. */
  const ends = new Map<string, HTMLElement[]>();
  for (const bundle of diagram.querySelectorAll<HTMLElement>(".bundle")) {
    ends.set(linkOf(bundle), [...(ends.get(linkOf(bundle)) ?? []), bundle]);
  }
  /** What the filter finds. */
  const texts = new Map<HTMLElement, string>();
  let lines: Line[] = [];
  let active = new Set<string>();
  let pending = false;

  // Only one item is in the tab order; the arrow keys move the focus.
  for (const item of items) item.tabIndex = -1;
  if (items[0]) items[0].tabIndex = 0;

  /** The end of a link: its moves, or the summary of the list that is collapsed. */
  function anchorOf(bundle: HTMLElement): HTMLElement {
    const fold = bundle.closest("details:not([open])");
    return fold
      ? existing(fold.querySelector<HTMLElement>("summary"))
      : existing(bundle.querySelector<HTMLElement>(".route"));
  }

  function measure(): void {
    const origin = diagram.getBoundingClientRect();
    const bundles = new Map<HTMLElement, Map<HTMLElement, string[]>>();
    for (const [link, [one, other]] of ends) {
      if (!one || !other) continue;
      const [before, after] = one.closest(".before") ? [one, other] : [other, one];
      const [from, to] = [anchorOf(before), anchorOf(after)];
      const bundle = bundles.get(from) ?? new Map<HTMLElement, string[]>();
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
        const left = (from.closest(".side") ?? from).getBoundingClientRect().right - origin.left;
        const right = (to.closest(".side") ?? to).getBoundingClientRect().left - origin.left;
        const warn = links.some((link) => !ends.get(link)?.[0]?.classList.contains("member"));
        const count = links.reduce((sum, link) => sum + Number(ends.get(link)?.[0]?.dataset["count"]), 0);
        const y1 = a.top + a.height / 2 - origin.top;
        const y2 = b.top + b.height / 2 - origin.top;
        lines.push({ x1: left, y1, x2: right, y2, links, count, warn });
      }
    }
    draw();
  }

  /** Draws only links near the viewport, because there may be thousands. */
  function draw(all = false): void {
    const top = -diagram.getBoundingClientRect().top - innerHeight;
    const bottom = top + 3 * innerHeight;
    const paths = lines.flatMap((line) => {
      const isActive = line.links.some((link) => active.has(link));
      const isNear = (line.y1 > top && line.y1 < bottom) || (line.y2 > top && line.y2 < bottom);
      if (!all && !isActive && !isNear) return [];
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      const bend = (line.x2 - line.x1) / 2;
      const curve = [line.x1 + bend, line.y1, line.x2 - bend, line.y2, line.x2, line.y2];
      path.setAttribute("d", `M${line.x1} ${line.y1} C${curve.join(" ")}`);
      path.setAttribute("pathLength", "1");
      path.setAttribute("stroke-width", String(Math.min(14, 1.8 + Math.log2(line.count) * 1.2)));
      path.setAttribute("class", (line.warn ? "warn " : "") + (isActive ? "active" : ""));
      return [path];
    });
    svg.replaceChildren(...paths);
  }

  function schedule(work: () => void): void {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      work();
    });
  }

  function highlight(target: Element | null): void {
    const bundle = target?.closest<HTMLElement>(".bundle");
    const project = target?.closest(".project")?.closest(".row");
    const bundles = bundle ? [bundle] : project ? [...project.querySelectorAll<HTMLElement>(".bundle")] : [];
    const links = new Set(bundles.map(linkOf));
    if (links.size === 0 && active.size === 0) return;
    for (const link of active) for (const end of ends.get(link) ?? []) end.classList.remove("active");
    active = links;
    for (const link of active) for (const end of ends.get(link) ?? []) end.classList.add("active");
    diagram.classList.toggle("has-active", active.size > 0);
    svg.classList.remove("fresh");
    draw();
  }

  function focusItem(item: HTMLElement): void {
    // A summary is visible while its own list is closed.
    const inside = item.matches("summary") ? item.parentElement?.parentElement : item;
    for (let fold = inside?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
    const row = item.closest(".row");
    if (row instanceof HTMLElement && row.hidden) {
      filter.value = "";
      applyFilter();
    }
    for (const other of items) if (other.tabIndex === 0) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const box = item.getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 20) {
      item.scrollIntoView({ block: "center", behavior: reducedMotion ? "auto" : "smooth" });
    }
  }

  /** The other end of a link, or the project on the other side. */
  function counterpart(item: HTMLElement): HTMLElement | undefined {
    const bundle = item.closest<HTMLElement>(".bundle");
    const other = bundle ? ends.get(linkOf(bundle))?.find((end) => end !== bundle) : undefined;
    if (other) return existing(other.querySelector<HTMLElement>(".route"));
    const projects = [...(item.closest(".row")?.querySelectorAll<HTMLElement>(".project") ?? [])];
    return projects.find((project) => project !== item);
  }

  /** Opens the list of further projects, if a link leads there; the browser follows it. */
  function revealListed(anchor: Element): boolean {
    const target = document.getElementById((anchor.getAttribute("href") ?? "").slice(1));
    if (!further || !target || !further.contains(target)) return false;
    if (target.hidden) {
      filter.value = "";
      applyFilter();
    }
    further.open = true;
    return true;
  }

  /** The names of projects and workspaces in a row or an item of a list. */
  function textOf(row: HTMLElement): string {
    const known = texts.get(row);
    if (known !== undefined) return known;
    const parts = row.matches(".row") ? [...row.querySelectorAll(".project, .names")] : [row];
    const text = parts
      .map((part) => part.textContent)
      .join("\n")
      .toLowerCase();
    texts.set(row, text);
    return text;
  }

  /** Marks what was found, where the browser can. */
  function mark(wanted: string, places: readonly Element[]): void {
    if (!("highlights" in CSS)) return;
    const ranges: Range[] = [];
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

  function applyFilter(): void {
    const wanted = filter.value.trim().toLowerCase();
    const has = (it: HTMLElement): boolean => wanted === "" || textOf(it).includes(wanted);
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
    for (const item of listed) {
      item.hidden = !has(item);
      if (!item.hidden) rest += 1;
    }
    if (unchanged && wanted !== "" && rest > 0 && rest <= 20) unchanged.open = true;
    const places: Element[] = [];
    for (const row of wanted === "" ? [] : rows) {
      if (row.hidden) continue;
      for (const names of row.querySelectorAll(".project, .names")) {
        if (!names.textContent.toLowerCase().includes(wanted)) continue;
        places.push(names);
        // Lists of what was found are opened, unless they are many.
        if (shown > 20 || names.matches(".project")) continue;
        for (let fold = names.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
          fold.open = true;
        }
      }
    }
    mark(wanted, places);
    const others = listed.length > 0 ? `, ${rest} of ${listed.length} unchanged` : "";
    found.textContent = wanted === "" ? "" : `${shown} of ${rows.length} changed projects${others}`;
    const stop = items.find((item) => item.tabIndex === 0);
    if (!stop || stop.getClientRects().length === 0) {
      const next = items.find((item) => item.getClientRects().length > 0);
      if (stop && next) {
        stop.tabIndex = -1;
        next.tabIndex = 0;
      }
    }
    svg.classList.remove("fresh");
    measure();
  }

  diagram.addEventListener("focusin", (event) => highlight(targetOf(event)));
  diagram.addEventListener("focusout", () => highlight(null));
  diagram.addEventListener("pointerover", (event) => {
    const target = targetOf(event)?.closest(".project, .bundle");
    highlight(target ?? (diagram.contains(document.activeElement) ? document.activeElement : null));
  });
  diagram.addEventListener("pointerleave", () => {
    highlight(diagram.contains(document.activeElement) ? document.activeElement : null);
  });
  diagram.addEventListener("click", (event) => {
    const item = targetOf(event)?.closest<HTMLElement>(".route");
    if (item && revealListed(item)) return;
    const other = item && counterpart(item);
    if (!other) return;
    event.preventDefault();
    focusItem(other);
  });
  diagram.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const item = targetOf(event)?.closest<HTMLElement>(".project, .route, summary");
    if (!item) return;
    const side = item.closest(".before") ? ".before" : ".after";
    const column = items.filter((other) => other.closest(side) && other.getClientRects().length > 0);
    const at = column.indexOf(item);
    const next =
      event.key === "ArrowDown"
        ? column[at + 1]
        : event.key === "ArrowUp"
          ? column[at - 1]
          : event.key === "Home"
            ? column[0]
            : event.key === "End"
              ? column[column.length - 1]
              : event.key === "ArrowLeft" || event.key === "ArrowRight"
                ? counterpart(item)
                : undefined;
    if (!next) return;
    event.preventDefault();
    focusItem(next);
  });
  article.addEventListener("click", (event) => {
    const anchor = targetOf(event)?.closest(".warnings a, .to-project");
    if (anchor && revealListed(anchor)) return;
    const row = anchor ? document.getElementById((anchor.getAttribute("href") ?? "").slice(1)) : null;
    const project = row?.querySelector<HTMLElement>(".after .project") ?? row?.querySelector<HTMLElement>(".project");
    if (project) setTimeout(() => focusItem(project));
  });
  filter.addEventListener("input", applyFilter);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      filter.value = "";
      applyFilter();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    filter.focus();
  });
  article.addEventListener("toggle", () => schedule(measure), true);
  addEventListener("scroll", () => schedule(() => draw()), { passive: true });
  addEventListener("beforeprint", () => {
    measure();
    draw(true);
  });
  new ResizeObserver(() => schedule(measure)).observe(diagram);
  svg.classList.add("fresh");
  setTimeout(() => svg.classList.remove("fresh"), 1200);
  measure();
}
