package io.github.hivemqtdengine.jdbc;

/** How rows get into TDengine; in QuestDB there is only one way. */
public enum WriteEngine {
    /** Large batches and long values by statements, other rows by SQL, which needs one round trip less. */
    AUTO,
    /** As the text of multi-table INSERTs. */
    SQL,
    /** As parameters of prepared statements, where the types of the table allow that. */
    STATEMENT
}
