import { onTestFinished } from 'vitest'

/** The texts of our warnings that Node has given out since this call. */
export function warningsOfNode(): () => readonly string[] {
  const texts: string[] = []
  const hear = ({ name, message }: Error): void => {
    if (name === 'HookwrightWarning') texts.push(message)
  }
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  return () => texts
}
