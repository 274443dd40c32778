const given = process.env['HOOKWRIGHT_SEED']

/**
 * The seed of random lines: the same one in every run, so that a change is never refused for a line it has nothing to do
 * with. `HOOKWRIGHT_SEED=new` takes another one each time, which is how new bypasses are found.
 */
export const seed = given === 'new' ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? 659_687_368)
