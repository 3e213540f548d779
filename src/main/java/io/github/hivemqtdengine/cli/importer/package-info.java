// SPDX-License-Identifier: Apache-2.0
/** Historical data in files, read as messages. */
@NullMarked
package io.github.hivemqtdengine.cli.importer;

import org.jspecify.annotations.NullMarked;
