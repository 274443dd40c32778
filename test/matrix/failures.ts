/**
 * What a hook that crashes (exit code 1), hangs or prints garbage before a tool call means in files of each host, where
 * it is not that the call goes on. By the name of the dialect.
 */
export const FAILURES: Readonly<
  Record<string, { readonly [failure in 'crash' | 'hang' | 'garbage']?: 'deny' }>
> = {
  copilot: { crash: 'deny' },
  antigravity: { crash: 'deny', hang: 'deny', garbage: 'deny' },
}
