// Loaded into Windows' Node before a script. Wine sets APPDATA, PATH and others itself, whatever Unix says.
'use strict'
const variables = JSON.parse(process.env.HOOKWRIGHT_TEST_VARIABLES ?? '{}')
delete process.env.HOOKWRIGHT_TEST_VARIABLES
for (const [name, value] of Object.entries(variables)) {
  if (value === null) delete process.env[name]
  else process.env[name] = value
}
