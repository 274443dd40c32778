export { findSecrets, redact, replaceSecrets, type FindOptions, type Secret } from './find.ts'
