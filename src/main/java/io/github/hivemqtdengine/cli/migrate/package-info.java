/** Conversion of the configuration files of earlier HiveMQ extensions for TDengine. */
@NullMarked
package io.github.hivemqtdengine.cli.migrate;

import org.jspecify.annotations.NullMarked;
