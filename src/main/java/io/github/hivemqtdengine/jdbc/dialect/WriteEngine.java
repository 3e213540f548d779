package io.github.hivemqtdengine.jdbc.dialect;

/** Way of writing rows to TDengine; QuestDB has only one. */
public enum WriteEngine {
    /** Prepared statements for large batches and long values; otherwise SQL, which saves a round trip. */
    AUTO,
    /** Text of multi-table INSERTs. */
    SQL,
    /** Parameters of prepared statements, if the types of the table allow them. */
    STATEMENT
}
