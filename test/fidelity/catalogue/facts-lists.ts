import { documented, fact, further, notHere, observed, ourChoice } from "./build";
import {
  clientProjects,
  connection,
  conventions,
  limitedClient,
  limiter,
  operations,
  paging,
  permissions,
  projectListRoute,
  rateLimit,
  readErrors,
  requests,
  retryPolicy,
  service,
  stageOperations,
  taskStageRoutes,
} from "./tests";

const PAGES = documented("2026-11");
const PROJECT_PAGES = documented("2025-11-06");
const GO_CLIENT = documented("2026-08");

export const lists = further("2", "Pages and filters", [
  fact(
    observed("2020"),
    "A page size over 100",
    "422 `page[size] must be between 1 and 100`; refused, not capped.",
    projectListRoute("a page size of 101 is refused, not capped", "a page may have 100"),
    operations("listing projects › has at most 100 per page, and rejects more"),
  ),
  fact(
    ourChoice,
    "A page size of 0, or no number",
    "Refused the same way.",
    projectListRoute("a page size of 0 is refused, not capped", "a page size of many is refused, not capped"),
    operations("listing projects › is rejected for a page size of 0"),
  ),
  fact(
    ourChoice,
    "A page number of 0, below, or no number",
    "422.",
    projectListRoute("a page number of … is refused"),
    operations("listing projects › is rejected for a page number of 0"),
  ),
  fact(
    GO_CLIENT,
    "A page past the end",
    "200 with no items, the page's number and the right totals.",
    projectListRoute("past the end there is an empty page that says where it is"),
    operations("listing projects › returns an empty page with totals past the end"),
  ),
  fact(
    PAGES,
    "meta.pagination",
    "Nested in `meta`. The client refuses lists without it, but for those of task stages: these it reads by " +
      "their links, or by whether a page is full.",
    projectListRoute("pages follow one another and lose nothing"),
    paging("a list without pagination totals › without meta, …"),
  ),
  fact(
    PAGES,
    "prev-page, next-page",
    "Null where there is no such page.",
    projectListRoute("a list of one page has null for the pages before and after it"),
    operations(
      "listing projects › returns the first page, of 20, by default",
      "listing projects › returns the requested page of the requested size",
    ),
  ),
  fact(
    ourChoice,
    "Brackets that are not encoded",
    "Are read as well. The client encodes them.",
    projectListRoute("brackets need not be encoded"),
    requests("listing projects › sends page[size], with its brackets percent-encoded"),
  ),
  fact(
    PROJECT_PAGES,
    "sort",
    "`name` or `-name`; without it an order that is stable.",
    projectListRoute("sort orders by name, …", "without parameters all projects come, in a stable order, …"),
    requests("listing projects › sends sort, with its brackets percent-encoded"),
  ),
  fact(
    PAGES,
    "Links",
    "Full addresses or paths; brackets come back percent-encoded. The emulator sends full addresses.",
    projectListRoute(
      "links are full addresses with encoded brackets that keep the other parameters and can be followed",
    ),
    paging("a list without pagination totals › without meta, the links decide, whether they are URLs or paths"),
  ),
  fact(
    GO_CLIENT,
    "Lists that change while they are read",
    "Pages are not of one moment: the client gives each item once, and every one that stays.",
    notHere("Each page is right when it is sent; to put pages together is the client's part."),
    paging("a list that changes while it is read › …"),
  ),
  fact(
    PROJECT_PAGES,
    "filter[names]",
    "Whole names, whatever their case; a comma is or; a plus sign is a space.",
    projectListRoute("filter[names] matches whole names, whatever their case, any of several"),
    clientProjects("listing › by names, exact and case-insensitive"),
  ),
  fact(
    GO_CLIENT,
    "q",
    "Finds a part of a name; `filter[names]` outranks it.",
    projectListRoute(
      "q finds part of a name, whatever its case, and counts what matches",
      "q is ignored when filter[names] is given",
    ),
    operations("listing projects › finds exact names, case-insensitive, and ignores the search"),
  ),
  fact(
    ourChoice,
    "filter[permissions] without a value",
    "Counts by being there. The client sends `true`, or nothing.",
    projectListRoute("filter[permissions] is evaluated for the caller, and what they may not read is not there at all"),
    [
      ...requests("listing projects › sends filter[permissions][update], with its brackets percent-encoded"),
      ...permissions("the filters by permission are evaluated for the caller"),
    ],
  ),
  fact(
    ourChoice,
    "An order that there is not",
    "400.",
    projectListRoute("an order there is not is refused"),
    notHere("The client's type allows `name` and `-name` alone."),
  ),
  fact(
    ourChoice,
    "A filter that the emulator does not know",
    "400 with its name, rather than an answer to another question.",
    projectListRoute(
      "the parameter filter[permissions][move-stack] is refused rather than ignored: not emulated",
    ).concat(projectListRoute("the parameter filter[age] is refused rather than ignored: bad request")),
    notHere("The real service knows no such refusal."),
  ),
  fact(
    GO_CLIENT,
    "Lists of task stages",
    "May come without totals and links; the emulator sends them.",
    taskStageRoutes("list › pages work as everywhere"),
    stageOperations("listing the task stages of a run › returns the requested page of the requested size").concat(
      paging("a list without pagination totals › without meta and links, …"),
    ),
  ),
]);

const SDK_RULE = notHere("A rule of clients.");

export const rateLimits = further("3", "Rate limits", [
  fact(
    PAGES,
    "The limit",
    "30 requests a second, for each user; for others by address. Adjustable here, and off when embedded.",
    rateLimit(
      "who shares a limit › all tokens of one user share theirs, …",
      "who shares a limit › whoever has no token that is known …",
      "the limit can be changed …",
      "without a limit no header speaks of one, …",
    ),
    limitedClient("a service that limits requests › rejects none of 100 …"),
  ),
  fact(
    PAGES,
    "The body of a 429",
    "One error with the numeric status `429` and the title `Too many requests`.",
    rateLimit("above the limit the service answers 429 with the documented body …"),
    connection("a 429 › that persists becomes an error after the policy's number of attempts"),
  ),
  fact(
    observed("2020"),
    "x-ratelimit-limit, -remaining, -reset",
    "On every response.",
    rateLimit("… counts, tells the limit, and is refused above it"),
    limiter("the limit in the first response applies to the next burst"),
  ),
  fact(
    GO_CLIENT,
    "x-ratelimit-reset",
    "Seconds to wait, with decimals; not a point in time.",
    rateLimit("above the limit the service answers 429 with the documented body …"),
    limiter("a pause › lasts as long as x-ratelimit-reset, in seconds with decimals"),
  ),
  fact(
    GO_CLIENT,
    "Retry-After",
    "Not sent by the service; the client heeds it where something else sends it.",
    conventions("above the rate limit the response contains the reset, and no Retry-After"),
    limiter("a pause › lasts as long as Retry-After without a plausible reset"),
  ),
  fact(
    GO_CLIENT,
    "The longest wait",
    "Three minutes, whatever the answer says.",
    SDK_RULE,
    limiter("a pause › lasts at most three minutes, and ignores a date in the past"),
  ),
  fact(
    GO_CLIENT,
    "425",
    "Is sent again, as 429 is.",
    SDK_RULE,
    connection("… › is sent a second time after 425, and then succeeds"),
  ),
  fact(
    ourChoice,
    "How often 429 is waited out",
    "Thirty times, as in the Go client; other failures of the service five times, creates once.",
    SDK_RULE,
    retryPolicy("rateLimited: 30 attempts …", "service: 5 attempts for what may be done twice, 1 for a create …"),
  ),
  fact(
    ourChoice,
    "What counts",
    "Every request but discovery, also one that is refused.",
    rateLimit(
      "… counts, tells the limit, and is refused above it",
      "discovery, which clients need before they know the interface, has no limit",
    ),
    notHere("The service counts."),
  ),
  fact(
    GO_CLIENT,
    "Every answer 429",
    "Is waited out and asked again, a create too: it was not done.",
    rateLimit("a request above the limit does nothing"),
    connection("… › is retried after 429, which confirms that it was not executed"),
  ),
  fact(
    observed("2020"),
    "x-request-id, tfp-api-version",
    "On every response. The request id stands in the client's errors.",
    service(
      "what clients look for around the interface › every response tells the interface's version and an " +
        "identifier of its own",
    ),
    readErrors("the request ID is kept"),
  ),
]);
