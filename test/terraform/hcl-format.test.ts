import { formatArguments } from "../../src/terraform/hcl-format";

test("equals signs are aligned as Terraform does: by characters that a reader sees, not by columns", () => {
  const names = ["ops", "😀", "e\u0301", "漢字", "👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "👍🏽", "1️⃣", "a\u200Db"];
  const lines = formatArguments(
    names.map((name) => ({ name: `"${name}"`, value: true })),
    2,
  );
  // As terraform fmt 1.11 leaves them.
  expect(lines).toEqual([
    '"ops" = true',
    '"😀"   = true',
    '"e\u0301"   = true',
    '"漢字"  = true',
    '"👨‍👩‍👧‍👦"   = true',
    '"🇩🇪🇫🇷"  = true',
    '"👍🏽"   = true',
    '"1️⃣"   = true',
    '"a\u200Db"  = true',
  ]);
});
