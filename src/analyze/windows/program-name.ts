/** Returns the name of a program without its folder, in lower case and without the ending that Windows adds. */
export function windowsName(written: string): string {
  const base = written.slice(Math.max(written.lastIndexOf('\\'), written.lastIndexOf('/')) + 1)
  return base.toLowerCase().replace(/\.(?:exe|com)$/, '')
}

/** True for a script file of PowerShell or cmd. */
export function isScriptFile(name: string): boolean {
  return /\.(?:ps1|psm1|bat|cmd|vbs|vbe|wsf)$/i.test(name)
}
