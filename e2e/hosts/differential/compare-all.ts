import { chosen, eachAgent, exitCodeOf, jsonOf, type Outcome, type Task } from '../task.ts'
import { answersFor, compareAnswer, type Compared } from './compare-answer.ts'
import { docsOf, lineOf, textOf } from './report.ts'

/** Gives every odd answer to every agent that is there, natively and through the bridge. */
export async function compareAll(task: Task): Promise<Outcome> {
  const reports = await eachAgent(task, async (agent, place) => {
    const results: Compared[] = []
    for (const answer of chosen(answersFor(agent), task)) {
      const compared = await compareAnswer(agent, answer, place)
      console.error(`${agent.name}: ${lineOf(compared)}`)
      results.push(compared)
    }
    return results
  })
  return {
    exitCode: exitCodeOf(reports, isUnexpected),
    text: textOf(reports),
    json: jsonOf(reports),
    docs: docsOf(reports),
  }
}

function isUnexpected({ differences }: Compared): boolean {
  return differences.some(({ reason }) => reason === undefined)
}
