import { expect, test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { describeWindows, useMachine } from './machine.ts'

describeWindows('a Windows machine under wine', () => {
  const machine = useMachine()

  test('runs the Node of Windows 10', async () => {
    const { code, stdout } = await machine.node(['-p', 'process.platform + " " + os.release()'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'win32 10.0.18362\n' })
  })

  test('gives a script its arguments, its input, its folder and its variables', async () => {
    writeFileSync(
      `${machine.temp}/show.cjs`,
      'console.log(JSON.stringify([process.argv[2], require("fs").readFileSync(0, "utf8"), process.cwd(), process.env.A, process.env.APPDATA]))',
    )
    const { stdout } = await machine.node([machine.windowsPath(`${machine.temp}/show.cjs`), 'a "b" \\'], {
      input: 'given',
      env: { A: 'b' },
      variables: { APPDATA: 'C:\\other' },
    })
    const seen: unknown = JSON.parse(stdout)
    expect(seen).toEqual(['a "b" \\', 'given', machine.windowsPath(machine.temp), 'b', 'C:\\other'])
  })

  test('tells the exit code and stderr', async () => {
    const { code, stderr } = await machine.node(['-e', 'console.error("no"); process.exitCode = 3'])
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'no\n' })
  })

  test('lists what still runs', async () => {
    expect(machine.processes()).toEqual([])
    const detached =
      'require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { detached: true, stdio: "ignore" }).unref()'
    await machine.node(['-e', detached])
    expect(machine.processes()).toEqual([expect.stringContaining('setTimeout')])
  })

  test('has its own drive C:, and drive Z: is the Unix root', async () => {
    writeFileSync(`${machine.driveC}/file.txt`, 'on C')
    const { stdout } = await machine.run('cmd', ['/c', 'type C:\\file.txt'])
    expect(stdout).toBe('on C')
    expect(machine.windowsPath(`${machine.driveC}/a/b`)).toBe('C:\\a\\b')
    expect(machine.unixPath('c:\\a\\b')).toBe(`${machine.driveC}/a/b`)
    expect(machine.unixPath('Z:\\tmp')).toBe('/tmp')
  })
})
