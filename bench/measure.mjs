/** Medians of interleaved runs, so that a noisy minute hits every candidate alike. */
export async function interleave(candidates, rounds) {
  const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]))
  for (const run of Object.values(candidates)) await run()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(candidates)) {
      const start = performance.now()
      await run()
      times[name].push(performance.now() - start)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

export function median(list) {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
