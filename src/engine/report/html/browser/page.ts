/*
 * The script of the page of a plan. It draws links between the columns, and adds filtering and keyboard navigation. The
 * page can be read without it.
 */

/** If the filter finds more projects, lists stay as they are. */
const MAX_OPENED = 20;
/** What can have the focus in a diagram. */
const ITEMS = ".project, .route, summary";

/** The entries of the same moves in both columns, and the line between them. */
interface Link {
  readonly before: HTMLElement;
  readonly after: HTMLElement;
  readonly path: SVGPathElement;
}

for (const article of all(document.body, "article")) {
  const diagram = article.querySelector<HTMLElement>(".diagram");
  const filter = article.querySelector<HTMLInputElement>(".filter");
  if (!diagram || !filter) continue;
  const links = linksOf(diagram);
  drawLinks(diagram, links);
  addFilter(article, filter);
  addNavigation(diagram, filter, links);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target instanceof HTMLInputElement || hasModifier(event)) return;
  event.preventDefault();
  (document.activeElement?.closest("article") ?? document).querySelector<HTMLElement>(".filter")?.focus();
});

/** The moves between two projects that both have a row. */
function linksOf(diagram: HTMLElement): readonly Link[] {
  const ends = new Map(all(diagram, ".after .bundle").map((after) => [after.dataset["link"], after]));
  return all(diagram, ".before .bundle").flatMap((before) => {
    const after = ends.get(before.dataset["link"]);
    if (!after) return [];
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("pathLength", "1");
    path.setAttribute("stroke-width", String(Math.min(14, 1.8 + Math.log2(Number(before.dataset["count"])) * 1.2)));
    path.classList.toggle("warn", before.matches(".other"));
    return [{ before, after, path }];
  });
}

/** Draws links near the viewport, because there may be thousands. */
function drawLinks(diagram: HTMLElement, links: readonly Link[]): void {
  const svg = diagram.querySelector(".links");
  const near = new Set<Element | null>();
  const isNear = (entry: Element): boolean => near.has(entry.closest(".side"));

  function draw(): void {
    const shown = links.filter(({ before, after }) => isNear(before) || isNear(after));
    const { left, top } = diagram.getBoundingClientRect();
    const curves = shown.map(({ before, after }) => {
      const [from, to] = [endOf(before), endOf(after)];
      const [x1, x2] = [from.right - left, to.left - left];
      const [y1, y2] = [from.y - top, to.y - top];
      const middle = (x1 + x2) / 2;
      return from.isVisible && to.isVisible ? `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}` : "";
    });
    // Only after all elements are measured: otherwise the browser would redo the layout for each.
    shown.forEach(({ path }, index) => path.setAttribute("d", curves[index] ?? ""));
    svg?.replaceChildren(...shown.map(({ path }) => path));
  }

  const positions = new IntersectionObserver(
    (cards) => {
      for (const { target, isIntersecting } of cards) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
      }
      draw();
    },
    { rootMargin: "100%" },
  );
  // Lists that are opened, rows that the filter hides, and the window change the size of cards.
  const sizes = new ResizeObserver(draw);
  for (const card of all(diagram, ".side")) for (const observer of [positions, sizes]) observer.observe(card);
}

/** Where a link ends: next to the entry of its moves, or at the summary of a collapsed list. */
function endOf(entry: Element): { left: number; right: number; y: number; isVisible: boolean } {
  const list = entry.closest("details:not([open])");
  const { top, height } = (list?.querySelector("summary") ?? entry.firstElementChild ?? entry).getBoundingClientRect();
  const { left, right } = (entry.closest(".side") ?? entry).getBoundingClientRect();
  return { left, right, y: top + height / 2, isVisible: height > 0 };
}

function addFilter(article: HTMLElement, filter: HTMLInputElement): void {
  const changed = all(article, ".row, .further-projects li");
  const unchanged = all(article, ".unchanged-projects li");
  const found = article.querySelector(".found");
  const countOf = (entries: readonly HTMLElement[]): string =>
    `${entries.filter(({ hidden }) => !hidden).length} of ${entries.length}`;

  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    const has = (place: Element): boolean => place.textContent.toLowerCase().includes(wanted);
    const shown = [...changed, ...unchanged].filter((entry) => {
      entry.hidden = !namesIn(entry).some(has);
      return !entry.hidden;
    });
    if (wanted !== "" && shown.length <= MAX_OPENED) shown.flatMap(namesIn).filter(has).forEach(openLists);
    const others = unchanged.length === 0 ? "" : `, ${countOf(unchanged)} unchanged`;
    if (found) found.textContent = wanted === "" ? "" : `${countOf(changed)} changed projects${others}`;
  });
}

/** Where the names of projects and workspaces are in a row or an item of a list. */
function namesIn(entry: HTMLElement): readonly HTMLElement[] {
  return entry.matches(".row") ? all(entry, ".project, .names") : [entry];
}

/** Arrow keys move the focus in a diagram, which is one stop for Tab. Links also lead to hidden entries. */
function addNavigation(diagram: HTMLElement, filter: HTMLInputElement, links: readonly Link[]): void {
  const items = all(diagram, ITEMS);
  let stop = items[0];
  let active: readonly Element[] = [];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;

  function setStop(item: HTMLElement | undefined): void {
    if (stop) stop.tabIndex = -1;
    stop = item;
    if (stop) stop.tabIndex = 0;
  }

  /** Highlights the moves of an entry, or all those of a project. */
  function highlight(item: Element | null): void {
    const scope = item?.closest(".bundle") ?? item?.closest(".project")?.closest(".row");
    for (const element of active) element.classList.remove("active");
    const moves = scope ? links.filter(({ before, after }) => scope.contains(before) || scope.contains(after)) : [];
    active = moves.flatMap(({ before, after, path }) => [before, after, path]);
    for (const element of active) element.classList.add("active");
  }

  /** The other end of a move, if both have a row. */
  function otherEnd(item: HTMLElement): HTMLElement | undefined {
    const entry = item.closest(".bundle");
    const link = links.find(({ before, after }) => before === entry || after === entry);
    return link && all(link.before === entry ? link.after : link.before, ".route")[0];
  }

  function otherSide(item: HTMLElement): HTMLElement | undefined {
    return all(item.closest(".row") ?? diagram, ".project").find((project) => project !== item);
  }

  function nextItem(item: HTMLElement, key: string): HTMLElement | undefined {
    if (key === "ArrowLeft" || key === "ArrowRight") return otherEnd(item) ?? otherSide(item);
    if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
    const side = item.closest(".before") ? ".before" : ".after";
    const column = items.filter((other) => other.closest(side) && isVisible(other));
    return column[column.indexOf(item) + (key === "ArrowUp" ? -1 : 1)];
  }

  /** Makes visible what the filter or a collapsed list hides. */
  function reveal(element: Element): void {
    if (element.closest("[hidden]")) {
      filter.value = "";
      filter.dispatchEvent(new Event("input"));
    }
    openLists(element);
  }

  function moveFocus(event: Event, item: HTMLElement | undefined): void {
    if (!item) return;
    event.preventDefault();
    reveal(item);
    item.focus();
  }

  diagram.addEventListener("keydown", (event) => {
    const item = closest(event, ITEMS);
    if (item && !hasModifier(event)) moveFocus(event, nextItem(item, event.key));
  });
  diagram.addEventListener("click", (event) => {
    const route = closest(event, ".route");
    if (route) moveFocus(event, otherEnd(route));
  });
  diagram.closest("article")?.addEventListener("click", (event) => {
    // The browser follows the link.
    const target = document.getElementById(closest(event, "a")?.getAttribute("href")?.slice(1) ?? "");
    if (target && !event.defaultPrevented) reveal(target);
  });
  diagram.addEventListener("focusin", (event) => {
    setStop(closest(event, ITEMS) ?? stop);
    highlight(closest(event, ITEMS));
  });
  diagram.addEventListener("focusout", () => highlight(null));
  diagram.addEventListener("pointerover", (event) =>
    highlight(closest(event, ".project, .bundle") ?? diagram.querySelector(":focus")),
  );
  diagram.addEventListener("pointerleave", () => highlight(diagram.querySelector(":focus")));
  filter.addEventListener("input", () => {
    if (stop && !isVisible(stop)) setStop(items.find(isVisible) ?? stop);
  });
}

function openLists(element: Element): void {
  for (let list = element.closest("details"); list; list = list.parentElement?.closest("details") ?? null) {
    list.open = true;
  }
}

function all(parent: Element, selector: string): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(selector)];
}

/** The element of an event, or the nearest one around it. */
function closest({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0;
}

function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}
