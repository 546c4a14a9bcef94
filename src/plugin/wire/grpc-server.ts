import { createSecureServer } from "node:http2";
import type { Http2SecureServer, IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from "node:http2";

/** One remote procedure: how its request is read and its response written. */
export interface Procedure<Request, Response> {
  readonly request: { decode(bytes: Uint8Array): Request };
  readonly response: { encode(value: Response): Buffer };
}

export interface GrpcServerOptions {
  /** PEM: of this server. */
  readonly certificate: string;
  /** PEM */
  readonly privateKey: string;
  /** PEM: who alone may connect. */
  readonly clientCertificate: string;
  /** Told of failures that no response can carry: a defect in an answer, a broken connection. */
  readonly onError: (what: string, error: unknown) => void;
}

/** Status codes of gRPC, as far as they are given here. */
const Status = { OK: 0, INVALID_ARGUMENT: 3, UNIMPLEMENTED: 12, INTERNAL: 13 } as const;

const FRAME_HEADER = 5;
/** One stream's share of the connection: enough that a state of some megabytes is not sent in small steps. */
const WINDOW = 8 * 1024 * 1024;

type Handler = (request: Buffer) => Promise<Buffer>;

/**
 * A gRPC server over node's own HTTP/2, for what a plugin needs: unary calls over mutual TLS, and one stream that stays
 * silent. Messages may have any size. It is here because the general library takes 25 ms to load, and Terraform
 * launches a provider three times for one plan.
 *
 * The protocol: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
 */
export class GrpcServer {
  readonly #http: Http2SecureServer;
  readonly #unary = new Map<string, Handler>();
  readonly #silentStreams = new Set<string>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #openStreams = new Set<ServerHttp2Stream>();
  readonly #onError: GrpcServerOptions["onError"];

  constructor(options: GrpcServerOptions) {
    this.#onError = options.onError;
    this.#http = createSecureServer({
      cert: options.certificate,
      key: options.privateKey,
      ca: options.clientCertificate,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
      settings: { initialWindowSize: WINDOW },
    });
    this.#http.on("session", (session) => {
      session.setLocalWindowSize(WINDOW);
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
    });
    this.#http.on("stream", (stream, headers) => {
      stream.on("error", (error) => this.#onError("connection", error));
      this.#serve(stream, headers);
    });
    this.#http.on("sessionError", (error) => this.#onError("connection", error));
    this.#http.on("tlsClientError", (error) => this.#onError("connection refused", error));
  }

  /** @param path `/package.Service/Method` */
  unary<Q, R>(path: string, { request, response }: Procedure<Q, R>, answer: (request: Q) => R | Promise<R>): void {
    this.#unary.set(path, async (bytes) => response.encode(await answer(request.decode(bytes))));
  }

  /** A stream that is kept open and carries nothing. */
  silentStream(path: string): void {
    this.#silentStreams.add(path);
  }

  /** Where `net.Server.listen` would: a port of an interface, or the path of a socket. */
  listen(where: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once("error", reject);
      this.#http.listen(where, () => {
        this.#http.off("error", reject);
        this.#http.on("error", (error) => this.#onError("server", error));
        resolve();
      });
    });
  }

  /** Lets running calls be answered, takes no more, and resolves when all connections are closed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#http.close(() => resolve());
      for (const stream of this.#openStreams) stream.end();
      for (const session of this.#sessions) session.close();
    });
  }

  #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const path = headers[":path"] ?? "";
    const handler = this.#unary.get(path);
    if (handler !== undefined) {
      this.#answer(stream, path, handler);
    } else if (this.#silentStreams.has(path)) {
      stream.resume();
      begin(stream);
      this.#openStreams.add(stream);
      stream.once("close", () => this.#openStreams.delete(stream));
    } else {
      stream.resume();
      fail(stream, Status.UNIMPLEMENTED, `${path} is not served here`);
    }
  }

  #answer(stream: ServerHttp2Stream, path: string, handler: Handler): void {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.once("end", () => {
      const request = unframe(Buffer.concat(chunks));
      if (request === undefined) {
        fail(stream, Status.INVALID_ARGUMENT, "one uncompressed message is expected");
        return;
      }
      handler(request).then(
        (response) => succeed(stream, response),
        (error: unknown) => {
          this.#onError(path, error);
          fail(stream, Status.INTERNAL, String(error));
        },
      );
    });
  }
}

const RESPONSE_HEADERS = { ":status": 200, "content-type": "application/grpc" };

/** The message of a request with just one; undefined when it is not complete or compressed. */
function unframe(body: Buffer): Buffer | undefined {
  if (body.length < FRAME_HEADER || body.readUInt8(0) !== 0) return undefined;
  return body.readUInt32BE(1) === body.length - FRAME_HEADER ? body.subarray(FRAME_HEADER) : undefined;
}

/** Sends the headers; the trailers with the good status follow when the stream is ended. */
function begin(stream: ServerHttp2Stream): void {
  stream.respond(RESPONSE_HEADERS, { waitForTrailers: true });
  stream.once("wantTrailers", () => stream.sendTrailers(trailers(Status.OK)));
}

function succeed(stream: ServerHttp2Stream, message: Buffer): void {
  // The caller may have gone while the answer was made.
  if (stream.destroyed || stream.closed) return;
  begin(stream);
  const header = Buffer.alloc(FRAME_HEADER);
  header.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([header, message]));
}

/** A response of nothing but trailers, as gRPC calls it. */
function fail(stream: ServerHttp2Stream, status: number, text: string): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond({ ...RESPONSE_HEADERS, ...trailers(status, text) }, { endStream: true });
}

function trailers(status: number, text?: string): Record<string, string> {
  return { "grpc-status": String(status), ...(text === undefined ? {} : { "grpc-message": percentEncoded(text) }) };
}

/** As gRPC wants it in a header: everything but printable ASCII is encoded, and the percent sign. */
function percentEncoded(text: string): string {
  const wellFormed = Buffer.from(text, "utf8").toString("utf8");
  return wellFormed.replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent);
}
