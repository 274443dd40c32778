export { createConditionEvaluator } from './evaluate.ts'
