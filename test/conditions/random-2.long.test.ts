import { testRandomLines } from './random-check.ts'

testRandomLines(2)
