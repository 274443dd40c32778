import { bash } from './project.ts'
import { blockDangerousCommands } from './rows/block-dangerous-commands.ts'

blockDangerousCommands(bash)
