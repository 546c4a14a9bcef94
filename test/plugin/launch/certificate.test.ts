import { createPrivateKey, X509Certificate } from "node:crypto";
import { createIdentity } from "../../../src/plugin/launch/certificate";

describe("the certificate of a launch", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  const identity = createIdentity(now);
  const certificate = new X509Certificate(identity.certificatePem);

  it("is for localhost, as server and as client", () => {
    expect(certificate.subject).toBe("CN=localhost");
    expect(certificate.issuer).toBe("CN=localhost");
    expect(certificate.subjectAltName).toBe("DNS:localhost");
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  });

  it("is signed by its own P-256 key", () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
    expect(certificate.checkPrivateKey(createPrivateKey(identity.privateKeyPem))).toBe(true);
  });

  it("is valid now and for a year", () => {
    expect(new Date(certificate.validFrom)).toEqual(new Date("2026-11-20T09:00:00Z"));
    expect(new Date(certificate.validTo)).toEqual(new Date("2027-11-20T10:00:00Z"));
  });

  it("is valid beyond 2049, when years have four digits", () => {
    const late = new X509Certificate(createIdentity(new Date("2049-06-01T00:00:00Z")).certificateDer);
    expect(new Date(late.validTo)).toEqual(new Date("2050-06-01T00:00:00Z"));
  });

  it("is different for every launch", () => {
    const other = new X509Certificate(createIdentity(now).certificateDer);
    expect(other.serialNumber).not.toBe(certificate.serialNumber);
    expect(other.fingerprint256).not.toBe(certificate.fingerprint256);
  });
});
