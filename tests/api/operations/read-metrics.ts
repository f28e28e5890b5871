import type { TestClient } from '../../environment/network/http-client.ts'

/** The samples of a page in Prometheus' text format, by name with labels. */
export type MetricSamples = ReadonlyMap<string, number>

export async function readMetrics(client: TestClient): Promise<MetricSamples> {
  const { status, text } = await client.get('/metrics')
  if (status !== 200) throw new Error(`GET /metrics answers ${status}`)
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
