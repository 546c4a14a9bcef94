import { credentialsInHcl, credentialsInJson } from "../../src/api/cli-configuration-syntax";

describe("credentials in the CLI configuration's own language", () => {
  test("a block for each host", () => {
    const found = credentialsInHcl(`
      credentials "app.terraform.io" {
        token = "one.atlasv1.x"
      }
      credentials "tfe.example.com" { token = "two" }
    `);
    expect(found).toEqual([
      ["app.terraform.io", "one.atlasv1.x"],
      ["tfe.example.com", "two"],
    ]);
  });

  test("among settings of other kinds, nested or not", () => {
    const found = credentialsInHcl(`
      plugin_cache_dir   = "$HOME/.terraform.d/plugin-cache"
      disable_checkpoint = true
      provider_installation {
        filesystem_mirror { path = "/usr/share" include = ["example.com/*/*"] }
        direct { exclude = ["example.com/*/*"] }
      }
      host "tfe.example.com" { services = { "tfe.v2" = "https://tfe.example.com/api/v2/" } }
      credentials "tfe.example.com" {
        unknown { token = "not-this" }
        "token" = "this"
      }
      credentials_helper "example" { args = ["credentials", "x"] token = "nor-this" }
    `);
    expect(found).toEqual([["tfe.example.com", "this"]]);
  });

  test("comments are not read, and what looks like a comment in a text is", () => {
    const found = credentialsInHcl(`
      # credentials "a.example" { token = "no" }
      // credentials "b.example" { token = "no" }
      /* credentials "c.example" {
           token = "no" } */
      credentials "d.example" { token = "a#b//c/*d*/" } # }
    `);
    expect(found).toEqual([["d.example", "a#b//c/*d*/"]]);
  });

  test("escapes in texts are undone", () => {
    expect(credentialsInHcl(String.raw`credentials "d.example" { token = "a\"b\\cA" }`)).toEqual([
      ["d.example", 'a"b\\cA'],
    ]);
  });

  test.each([
    "",
    "credentials",
    'credentials "a.example"',
    'credentials "a.example" {',
    'credentials "a.example" { token',
    "}}}{{",
    '"',
  ])("%j gives nothing, and no failure", (text) => {
    expect(credentialsInHcl(text)).toEqual([]);
  });
});

describe("credentials in JSON", () => {
  test("as `terraform login` writes them", () => {
    const text = '{"credentials": {"app.terraform.io": {"token": "one"}, "tfe.example.com": {"token": "two"}}}';
    expect(credentialsInJson(text)).toEqual([
      ["app.terraform.io", "one"],
      ["tfe.example.com", "two"],
    ]);
  });

  test("also with the lists that HCL makes of blocks", () => {
    expect(credentialsInJson('{"credentials": [{"a.example": [{"token": "one"}]}]}')).toEqual([["a.example", "one"]]);
  });

  test.each([
    '{"credentials": 5}',
    "[]",
    "null",
    '{"credentials": {"a.example": {"token": 5}}}',
    '{"credentials": {"a.example": {}}}',
  ])("%s has none", (text) => {
    expect(credentialsInJson(text)).toEqual([]);
  });

  test("what is no JSON is told apart from what has none", () => {
    expect(credentialsInJson('{"credentials": {')).toBeUndefined();
  });
});
