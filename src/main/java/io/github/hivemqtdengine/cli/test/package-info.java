// SPDX-License-Identifier: Apache-2.0
/** Tests of mappings: messages and expected rows in a page beside a configuration, without a broker or a database. */
@NullMarked
package io.github.hivemqtdengine.cli.test;

import org.jspecify.annotations.NullMarked;
