package io.github.hivemqtdengine.cli.migrate;

/**
 * Result of an extension's converter.
 *
 * @param jdbcUrl the URL for this extension
 * @param database the name of the database in the server
 */
record Conversion(String jdbcUrl, String username, String database, NewRoute route) {}
