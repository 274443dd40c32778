import { hideContent, withoutContent } from '../core/hide-content.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import { leadsOutside } from '../ports/leads-outside.ts'
import type { Loaded } from './gather.ts'

type Ground = { readonly places: Places; readonly files: Files }

/** What was loaded, without the content of files that links of the project lead to elsewhere. */
export function hideOutside(loaded: Loaded, { places, files }: Ground): Loaded {
  if (loaded.issues.length + loaded.broken.length === 0) return loaded
  const isHidden = (file: string): boolean => leadsOutside(file, places.projectDir, files)
  return {
    ...loaded,
    issues: hideContent(loaded.issues, isHidden),
    broken: loaded.broken.map((each) => {
      const { file = '' } = each.issue.place
      const isRead = each.issue.code !== 'config.outside-link'
      return isRead && isHidden(file) ? { ...each, issue: withoutContent(file, each.issue.severity) } : each
    }),
  }
}
