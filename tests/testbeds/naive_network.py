"""The objectives of experiments/nn once more, in NumPy alone: one line in, one line out.

A request is "FILE.csv regression|classification x1 … x9". Written from the rules that scikit-learn documents for its
networks, without scikit-learn: one hidden layer of rectified linear units, Adam, loss with an L2 penalty.
"""

import csv
import math
import sys

import numpy as np


def split(table):
    order = np.random.RandomState(0).permutation(len(table))
    num_train = math.floor(0.7 * len(table))
    num_test = len(table) - num_train
    train, test = table[order[num_test:]], table[order[:num_test]]
    mean, sd = train[:, :-1].mean(axis=0), train[:, :-1].std(axis=0)
    return (train[:, :-1] - mean) / sd, train[:, -1], (test[:, :-1] - mean) / sd, test[:, -1]


def predict(parameters, X, kind):
    W1, b1, W2, b2 = parameters
    hidden = np.maximum(X @ W1 + b1, 0.0)
    output = (hidden @ W2 + b2)[:, 0]
    return hidden, output if kind == "regression" else 1.0 / (1.0 + np.exp(-output))


def batch_loss(prediction, y, kind):
    if kind == "regression":
        return 0.5 * np.mean((prediction - y) ** 2)
    p = np.clip(prediction, 1e-15, 1.0 - 1e-15)
    return -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))


def train(X, y, kind, num_hidden, alpha, batch_size, max_epochs, rate, beta1, beta2):
    random = np.random.RandomState(0)
    parameters = []
    for fan_in, fan_out in ((X.shape[1], num_hidden), (num_hidden, 1)):
        bound = math.sqrt(6.0 / (fan_in + fan_out))
        parameters.append(random.uniform(-bound, bound, (fan_in, fan_out)))
        parameters.append(random.uniform(-bound, bound, fan_out))
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    order = np.arange(len(X))
    best, num_bad, t = math.inf, 0, 0
    for _ in range(max_epochs):
        shuffle = np.arange(len(X))
        random.shuffle(shuffle)
        order = order[shuffle]
        total = 0.0
        for begin in range(0, len(X), batch_size):
            rows = order[begin : begin + batch_size]
            n = len(rows)
            hidden, prediction = predict(parameters, X[rows], kind)
            penalty = sum(np.sum(W**2) for W in parameters[::2])
            total += n * (batch_loss(prediction, y[rows], kind) + 0.5 * alpha * penalty / n)
            delta2 = (prediction - y[rows])[:, None]
            delta1 = (delta2 @ parameters[2].T) * (hidden > 0.0)
            gradient = [
                (X[rows].T @ delta1 + alpha * parameters[0]) / n,
                delta1.mean(axis=0),
                (hidden.T @ delta2 + alpha * parameters[2]) / n,
                delta2.mean(axis=0),
            ]
            t += 1
            step = rate * math.sqrt(1.0 - beta2**t) / (1.0 - beta1**t)
            for i, g in enumerate(gradient):
                first[i] = beta1 * first[i] + (1.0 - beta1) * g
                second[i] = beta2 * second[i] + (1.0 - beta2) * g**2
                parameters[i] = parameters[i] - step * first[i] / (np.sqrt(second[i]) + 1e-8)
        loss = total / len(X)
        num_bad = num_bad + 1 if loss > best - 1e-4 else 0
        best = min(best, loss)
        if num_bad > 10:
            break
    return parameters


def objective(path, kind, x):
    with open(path, newline="", encoding="utf-8") as file:
        table = np.array(list(csv.reader(file))[1:], dtype=float)
    X, y, X_test, y_test = split(table)
    batch_size = min(int(2.0 ** x[2]), len(X))
    parameters = train(
        X, y, kind, int(2.0 ** x[0]), 10.0 ** x[1], batch_size, int(2.0 ** x[3]), 10.0 ** x[4], x[7], x[8]
    )
    prediction = predict(parameters, X_test, kind)[1]
    if kind == "regression":
        return min(5.0, np.sum((prediction - y_test) ** 2) / np.sum((y_test - y_test.mean()) ** 2) - 1.0)
    return min(5.0, batch_loss(prediction, y_test, kind))


for line in sys.stdin:
    file_name, problem_kind, *numbers = line.split()
    print(repr(float(objective(file_name, problem_kind, [float(number) for number in numbers]))), flush=True)
