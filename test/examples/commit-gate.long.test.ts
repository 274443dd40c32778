import { bash } from './project.ts'
import { commitGate } from './rows/commit-gate.ts'

commitGate(bash)
