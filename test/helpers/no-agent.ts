import { agentMarks } from '../../src/dialects/footprints.ts'

// An agent may run the tests; what they start is not to be refused for that. A test of the refusal sets its own marks.
for (const mark of agentMarks().keys()) delete process.env[mark]
