/** Date and time on this machine's clock; a record keeps the instant itself. */
export type LocalTime = { readonly day: string; readonly time: string }

/** `at` is an instant as the log keeps it; one that is none is shown as it is. */
export function localTime(at: string): LocalTime {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return { day: '', time: at }
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  }
}
