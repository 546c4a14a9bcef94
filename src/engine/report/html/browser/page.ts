/* The script of the page of a plan draws links between its columns, and filters. The page can be read without it. */

/** If the filter finds more projects, lists stay as they are. */
const MAX_OPENED = 20;

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
  drawLinks(diagram, linksOf(diagram));
  addFilter(article, filter);
}

/** The moves between two projects that both have a row. */
function linksOf(diagram: HTMLElement): readonly Link[] {
  const ends = new Map(all(diagram, ".after .bundle").map((after) => [after.dataset["link"], after]));
  return all(diagram, ".before .bundle").flatMap((before) => {
    const after = ends.get(before.dataset["link"]);
    if (!after) return [];
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
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
      for (const { target, isIntersecting } of cards) near[isIntersecting ? "add" : "delete"](target);
      draw();
    },
    { rootMargin: "100%" },
  );
  // Lists that are opened, rows that the filter hides, and the window change the size of cards.
  const observers = [positions, new ResizeObserver(draw)];
  for (const card of all(diagram, ".side")) for (const observer of observers) observer.observe(card);
}

/** Where a link ends: next to the entry of its moves, or at the summary of a collapsed list. */
function endOf(entry: Element): { left: number; right: number; y: number; isVisible: boolean } {
  const list = entry.closest("details:not([open])");
  const { top, height } = (list?.querySelector("summary") ?? entry.firstElementChild ?? entry).getBoundingClientRect();
  const { left, right } = (entry.closest(".side") ?? entry).getBoundingClientRect();
  return { left, right, y: top + height / 2, isVisible: height > 0 };
}

/** Hides the projects without a text. A link to one of them empties the filter. */
function addFilter(article: HTMLElement, filter: HTMLInputElement): void {
  const changed = all(article, ".row, .further-projects li");
  const unchanged = all(article, ".unchanged-projects li");
  const found = article.querySelector(".found");
  const countOf = (items: HTMLElement[]): string => `${items.filter((it) => !it.hidden).length} of ${items.length}`;

  function apply(): void {
    const wanted = filter.value.trim().toLowerCase();
    const has = (place: Element): boolean => place.textContent.toLowerCase().includes(wanted);
    const shown = [...changed, ...unchanged].filter((entry) => {
      entry.hidden = !namesIn(entry).some(has);
      return !entry.hidden;
    });
    if (wanted !== "" && shown.length <= MAX_OPENED) shown.flatMap(namesIn).filter(has).forEach(openLists);
    const others = unchanged.length === 0 ? "" : `, ${countOf(unchanged)} unchanged`;
    if (found) found.textContent = wanted === "" ? "" : `${countOf(changed)} changed projects${others}`;
  }

  filter.addEventListener("input", apply);
  article.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    const entry = document.getElementById(link?.getAttribute("href")?.slice(1) ?? "");
    if (entry?.closest("[hidden]")) {
      filter.value = "";
      apply();
    }
    if (entry) openLists(entry);
  });
}

/** Where the names of projects and workspaces are in a row or an item of a list. */
function namesIn(entry: HTMLElement): readonly HTMLElement[] {
  return entry.matches(".row") ? all(entry, ".project, .names") : [entry];
}

function openLists(element: Element): void {
  for (let list = element.closest("details"); list; list = list.parentElement?.closest("details") ?? null) {
    list.open = true;
  }
}

function all(parent: Element, selector: string): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(selector)];
}
