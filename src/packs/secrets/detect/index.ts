export { findSecrets, redact, replaceSecrets, type Secret } from './find.ts'
