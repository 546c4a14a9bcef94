import { nameKey, sameName } from "../../src/model";

test("names are case-insensitive", () => {
  expect(sameName("Data Science", "DATA science")).toBe(true);
  expect(sameName("data-science", "data science")).toBe(false);
  expect(nameKey("Platform")).toBe(nameKey("pLATFORM"));
});
