type Status = 'ok' | 'error'

/** The same items; `ended` is called once, when they are over, broken or no longer wanted, and is awaited. */
export async function openStream<T>(
  open: () => AsyncIterable<T>,
  ended: (status: Status) => Promise<void>,
): Promise<AsyncIterableIterator<T>> {
  try {
    return watchStream(open(), ended)
  } catch (error) {
    await ended('error')
    throw error
  }
}

function watchStream<T>(
  source: AsyncIterable<T>,
  ended: (status: Status) => Promise<void>,
): AsyncIterableIterator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isOver = false
  const end = async (status: Status): Promise<void> => {
    if (isOver) return
    isOver = true
    await ended(status)
  }
  const stream: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => stream,
    async next() {
      if (isOver) return { done: true, value: undefined }
      try {
        const item = await iterator.next()
        if (item.done === true) await end('ok')
        return item
      } catch (error) {
        await end('error')
        throw error
      }
    },
    /** Also of a stream that was never begun, where a generator would not notice. */
    async return() {
      if (!isOver) await iterator.return?.()
      await end('error')
      return { done: true, value: undefined }
    },
  }
  return stream
}
