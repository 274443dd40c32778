import type { News } from './news.ts'

/** What a webhook takes. */
export type Shape = 'generic' | 'slack' | 'discord'

type Told = News & { readonly session?: string; readonly at: string }

const BODIES: Readonly<Record<Shape, (news: Told) => unknown>> = {
  generic: ({ project, event, title, message, session, at }) => ({
    project,
    event,
    title,
    ...(message !== undefined && { message }),
    ...(session !== undefined && { session }),
    at,
  }),
  // What is no text there has begun with `<` or `&`.
  slack: (news) => ({ text: lines(news).replaceAll('&', '&amp;') }),
  discord: (news) => ({ content: lines(news), allowed_mentions: { parse: [] } }),
}

/** Returns the body of a request. */
export function bodyOf(shape: Shape, news: Told): unknown {
  return BODIES[shape](news)
}

function lines({ title, message }: News): string {
  return message === undefined ? title : `${title}\n${message}`
}
