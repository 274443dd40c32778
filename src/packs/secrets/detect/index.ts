export { findSecrets, redact, type FindOptions, type Secret } from './find.ts'
