import { blockDangerousCommands } from '../examples/rows/block-dangerous-commands.ts'
import { runner } from './runner.ts'

blockDangerousCommands(runner)
