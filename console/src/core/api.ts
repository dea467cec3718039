/** Bodies of answers, from the description that the clients are generated from: nothing of them is written here again. */
import type { components } from '../../../clients/typescript/src/generated/openapi.ts';
import type { NumberAnswer, RateAnswer } from '../../../clients/typescript/src/types.ts';
import type { ConsoleHints } from '../../../compute/statistics/statistic.ts';

export type Schemas = components['schemas'];

export type Metadata = Schemas['Metadata'];
export type Doc = Schemas['Doc'];
export type EndpointDoc = Doc['endpoints'][number];
export type FieldDoc = Doc['fields'][number];
type ParamDoc = EndpointDoc['parameters'][number];
export type Param = Pick<ParamDoc, 'name' | 'type' | 'required' | 'default' | 'description'> & Partial<ParamDoc>;
export type StatisticEntry = Omit<Schemas['StatisticsIndex']['statistics'][number], 'console'> & {
  readonly console: ConsoleHints;
};
export type SymbolEntry = Schemas['Symbols']['data'][number];
export type Usage = Schemas['Usage'];
export type Limit = Usage['rate_limits']['day'];
export type TodayRow = Schemas['TodayRow'];
export type CasePaths = NonNullable<Schemas['Query']['paths']>;
export type Curve = NonNullable<Schemas['Query']['curve']>;

export type { NumberAnswer, RateAnswer };
export type QuestionAnswer = RateAnswer | NumberAnswer;
