import { commitGate } from '../examples/rows/commit-gate.ts'
import { runner } from './runner.ts'

commitGate(runner)
