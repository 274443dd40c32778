/** Post hooks hear of success and failure alike; the failure itself goes on to the caller. */
export async function withPost<T>(
  work: () => Promise<T>,
  post: (status: 'ok' | 'error', value?: T) => Promise<void>,
): Promise<{ readonly kind: 'done'; readonly value: T }> {
  let value: T
  try {
    value = await work()
  } catch (error) {
    await post('error')
    throw error
  }
  await post('ok', value)
  return { kind: 'done', value }
}
