export { analyze } from './analyze.ts'
export type {
  AnalyzeOptions,
  Folder,
  Input,
  Language,
  LineAnalysis,
  Program,
  Redirection,
  Unanalysable,
  Variable,
  Via,
  Word,
} from './line.ts'
