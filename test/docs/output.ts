/** Compares what a page shows with what was printed; `…` in a line stands for any text, and alone on it for any lines. */
export function differences(shown: string, printed: string): readonly string[] {
  const pattern = lines(shown).map((line) => (line.trim() === '…' ? '(?:[^\n]*\n)*?' : `${lineOf(line)}\n`))
  if (new RegExp(`^${pattern.join('')}$`).test(`${lines(printed).join('\n')}\n`)) return []
  return [`the page shows\n${shown.trimEnd()}\nand this was printed:\n${printed.trimEnd()}`]
}

function lines(text: string): readonly string[] {
  return text.trimEnd().split('\n')
}

function lineOf(line: string): string {
  return line
    .trimEnd()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^\n]*')
    .concat('[ ]*')
}
