import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

/** An entry of a tarball. Default: a regular file that is not run. */
export type TarEntry = {
  readonly path: string
  readonly text?: string
  /** Type of the entry, as tar has it: `0` a file, `2` a link. */
  readonly type?: string
  readonly mode?: number
}

/** The bytes of a package as npm would pack it, or as nobody would. */
export function tarball(entries: readonly TarEntry[]): Buffer {
  return gzipSync(Buffer.concat([...entries.map(block), Buffer.alloc(1_024)]))
}

function block({ path, text = '', type = '0', mode = 0o644 }: TarEntry): Buffer {
  const header = Buffer.alloc(512)
  const body = Buffer.from(text)
  const octal = (value: number, length: number): string => value.toString(8).padStart(length - 1, '0')
  header.write(path, 0, 100)
  header.write(octal(mode, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(body.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  if (type === '2') header.write('/etc/passwd', 157)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}

/** Digest of a package as npm writes it. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}

export type Registry = {
  readonly url: string
  /** Paths that were asked for. */
  readonly asked: string[]
  /** Publishes a version, or replaces it as no honest registry would. */
  publish(name: string, version: string, bytes: Buffer): void
  close(): void
}

/** A registry on loopback, for the real npm. Closed when the test ends. */
export async function startRegistry(): Promise<Registry> {
  const packages = new Map<string, Map<string, Buffer>>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    asked.push(path)
    const [name = '', version] = path.split('/-/')
    const versions = packages.get(name)
    if (versions === undefined) return void response.writeHead(404).end('{"error":"not found"}')
    if (version !== undefined) return void response.end(versions.get(version.replace('.tgz', '')))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(packument(name, versions, url())))
  })
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return {
    url: url(),
    asked,
    close,
    publish(name, version, bytes) {
      packages.set(name, new Map([...(packages.get(name) ?? []), [version, bytes]]))
    },
  }
}

function packument(name: string, versions: ReadonlyMap<string, Buffer>, url: string): object {
  const manifests = [...versions].map(([version, bytes]) => [
    version,
    {
      name,
      version,
      dist: {
        tarball: `${url}/${name}/-/${version}.tgz`,
        integrity: integrityOf(bytes),
        shasum: createHash('sha1').update(bytes).digest('hex'),
      },
    },
  ])
  return {
    name,
    'dist-tags': { latest: [...versions.keys()].at(-1) },
    versions: Object.fromEntries(manifests),
  }
}
