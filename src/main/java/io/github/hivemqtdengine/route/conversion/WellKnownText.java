// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of geometries as well-known text, which accepts what TDengine 3.3.7 does, but nothing after the geometry. */
final class WellKnownText {

    private static final int MAX_DEPTH = 16;
    private static final Pattern TOKEN = Pattern.compile(
            " *+([(),]|[A-Z]++|[-+]?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:E[-+]?[0-9]++)?(?=[ ,)])|\\z)",
            Pattern.CASE_INSENSITIVE);
    /** The server looks for one of them inside of a collection. */
    private static final Pattern SHAPE = Pattern.compile("LINESTRING|POLYGON|MULTIPOINT", Pattern.CASE_INSENSITIVE);

    private final Matcher tokens;
    private String token = "";
    private boolean isValid = true;
    private int bytes;

    private WellKnownText(String text) {
        tokens = TOKEN.matcher(text);
        next();
        require(!token.equals("GEOMETRYCOLLECTION") || SHAPE.matcher(text).find());
        geometry(0);
        require(token.isEmpty());
    }

    /** Returns the bytes that a geometry takes in a column, or 0 if the text is none. */
    static int size(String text) {
        var geometry = new WellKnownText(text);
        return geometry.isValid ? geometry.bytes : 0;
    }

    private void require(boolean condition) {
        isValid &= condition;
    }

    private boolean next() {
        boolean isFound = tokens.lookingAt();
        token = isFound ? tokens.group(1).toUpperCase(Locale.ROOT) : "?";
        tokens.region(isFound ? tokens.end() : tokens.regionStart(), tokens.regionEnd());
        return true;
    }

    private boolean accept(String expected) {
        return token.equals(expected) && next();
    }

    private void geometry(int depth) {
        var kind = token;
        next();
        if (token.matches("Z|M|ZM")) {
            next();
        }
        body(depth > MAX_DEPTH ? "" : kind, depth);
    }

    private void body(String kind, int depth) {
        bytes += 5; // byte order and kind
        switch (isValid ? kind : "") {
            case "POINT" -> point(false);
            case "LINESTRING" -> line(2, false);
            case "POLYGON" -> list(() -> line(3, true));
            case "MULTIPOINT" -> {
                boolean isBare = tokens.lookingAt() && isNumber(tokens.group(1));
                list(() -> {
                    bytes += 5;
                    point(isBare);
                });
            }
            case "MULTILINESTRING" -> list(() -> body("LINESTRING", depth));
            case "MULTIPOLYGON" -> list(() -> body("POLYGON", depth));
            case "GEOMETRYCOLLECTION" -> list(() -> geometry(depth + 1));
            default -> require(false);
        }
    }

    private void list(Runnable part) {
        bytes += 4; // number of parts
        if (!accept("EMPTY")) {
            require(accept("("));
            do {
                part.run();
            } while (accept(","));
            require(accept(")"));
        }
    }

    private void line(int least, boolean isRing) {
        var points = new ArrayList<double[]>();
        list(() -> points.add(point(true)));
        boolean isClosed = !points.isEmpty() && Arrays.equals(points.get(0), points.get(points.size() - 1));
        require(points.isEmpty() || (points.size() >= least && (isClosed || !isRing)));
    }

    /** Reads two to four numbers, in brackets or bare; the server keeps the first two. */
    private double[] point(boolean isBare) {
        bytes += 16;
        var numbers = new double[4];
        if (isBare || !accept("EMPTY")) {
            require(isBare || accept("("));
            int count = 0;
            for (; count < numbers.length && isNumber(token); next()) {
                numbers[count] = Double.parseDouble(token);
                require(Double.isFinite(numbers[count++]));
            }
            require(count >= 2 && (isBare || accept(")")));
        }
        return Arrays.copyOf(numbers, 2);
    }

    private static boolean isNumber(String token) {
        return !token.isEmpty() && "+-.0123456789".indexOf(token.charAt(0)) >= 0;
    }
}
