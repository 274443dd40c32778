export { createConditionEvaluator, evaluateCondition } from './evaluate.ts'
export type { Condition, ConditionEvaluator, Surroundings } from './evaluate.ts'
export { parseRule, type PermissionRule } from './rule.ts'
