export type LineListener = { line(text: string): void; tooLong(): void }

/** Cuts a stream into lines. The end of a stream without a line end is no line. */
export function createLines(maxBytes: number, { line, tooLong }: LineListener): { add(chunk: Buffer): void } {
  let parts: Buffer[] = []
  let length = 0
  let isOver = false

  function take(end: Buffer): void {
    const text = Buffer.concat([...parts, end]).toString('utf8')
    parts = []
    length = 0
    line(text.endsWith('\r') ? text.slice(0, -1) : text)
  }

  function keep(rest: Buffer): void {
    if (rest.length === 0) return
    parts.push(rest)
    length += rest.length
  }

  function add(chunk: Buffer): void {
    if (isOver) return
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at))
      from = at + 1
    }
    keep(chunk.subarray(from))
    if (length <= maxBytes) return
    isOver = true
    parts = []
    tooLong()
  }

  return { add }
}
