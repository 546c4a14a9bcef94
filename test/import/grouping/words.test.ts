import { TellingWords, wordsOf } from "../../../src/import/grouping/words";

const split = (name: string): string[] => wordsOf(name).map(({ start, end }) => name.slice(start, end));

test.each([
  ["prod-pay-api", ["prod", "pay", "api"]],
  ["net_prod.db", ["net", "prod", "db"]],
  ["payApi", ["pay", "Api"]],
  ["PaymentsAPI", ["Payments", "API"]],
  ["APIGateway", ["API", "Gateway"]],
  ["HTTPServersAPIs", ["HTTP", "Servers", "APIs"]],
  ["PAY_API", ["PAY", "API"]],
  ["net01", ["net"]],
  ["pay2api", ["pay", "api"]],
  ["001-app-0042", ["app"]],
  ["k8s-pay", ["k8s", "pay"]],
  ["aws_s3_logs2", ["aws", "s3", "logs"]],
  ["eBay-iOS", ["eBay", "iOS"]],
  ["i18n-texts", ["i18n", "texts"]],
  ["-", []],
  ["42", []],
])("the words of %s", (name, expected) => {
  expect(split(name)).toEqual(expected);
});

test("a word has the same key in any case", () => {
  expect(wordsOf("Net-NET").map(({ key }) => key)).toEqual(["net", "net"]);
});

describe("the words that tell names apart", () => {
  const telling = (names: readonly string[]) => {
    const words = new TellingWords(names);
    return { ...words.leftOut, of: (name: string) => words.of(name).map(({ key }) => key) };
  };
  const each = (ones: string, others: string): string[] =>
    ones.split(" ").flatMap((one) => others.split(" ").map((other) => `${one}-${other}`));

  test("are not those of environments, wherever they are", () => {
    const { anywhere, of } = telling([
      ...each("prod dev", "pay net"),
      ...each("pay net", "prod dev api"),
      "eu-pay-west",
    ]);
    expect(anywhere).toEqual(["dev", "eu", "prod", "west"]);
    expect([of("prod-pay-1"), of("net-dev-2"), of("eu-pay-west")]).toEqual([["pay"], ["net"], ["pay"]]);
  });

  test("are those of environments if nothing else groups the names", () => {
    const { anywhere, of } = telling([...each("sandbox", "ann bob cleo dan eve fay"), "test"]);
    expect([anywhere, of("sandbox-ann"), of("test")]).toEqual([[], ["sandbox", "ann"], ["test"]]);
  });

  test("are not what stands before that with which most other names begin", () => {
    const { first, of } = telling([...each("pay net web", "db dns jobs"), ...each("api", "pay net web"), "api"]);
    expect(first).toEqual(["api"]);
    expect([of("api-pay"), of("pay-api"), of("api")]).toEqual([["pay"], ["pay", "api"], ["api"]]);
  });

  test("are also what stands before few of the other first words", () => {
    expect(telling([...each("pay net web", "db dns jobs"), ...each("data", "pay net")]).first).toEqual([]);
    expect(telling([...each("pay net web crm erp hr it", "db dns"), ...each("data", "pay net web")]).first).toEqual([]);
  });
});
